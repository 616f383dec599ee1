/** A body that PostgreSQL has already serialised. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Returns the value of a body, even of one that is serialised. */
export const valueOf = (body: unknown): unknown => (body instanceof RawJson ? JSON.parse(body.text) : body);

/** A JSON body in bytes, as a stored document has it. */
export class JsonBytes {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** A body that PostgreSQL has already serialised. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Returns the value of a body, even if the body is already serialised. */
export const valueOf = (body: unknown): unknown => (body instanceof RawJson ? JSON.parse(body.text) : body);

/** A JSON body as bytes, which a stored document has. */
export class JsonBytes {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

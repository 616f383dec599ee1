/** A body that PostgreSQL has serialised already. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a body says, also one that is serialised. */
export const valueOf = (body: unknown): unknown => (body instanceof RawJson ? JSON.parse(body.text) : body);

/** A JSON body in bytes, as a stored document has it. */
export class JsonBytes {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

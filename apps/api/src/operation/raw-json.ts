/** The body of an answer that is JSON text already, as PostgreSQL wrote it: nothing is to write it a second time. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The text of a value, which `JSON.stringify` writes where nobody has. */
export const rawJsonOf = (value: unknown): RawJson =>
  value instanceof RawJson ? value : new RawJson(JSON.stringify(value));

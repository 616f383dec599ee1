/** The body of an answer that is JSON text already, as PostgreSQL wrote it: nothing is to write it a second time. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The text of a value, which `JSON.stringify` writes where nobody has. */
export const jsonTextOf = (value: unknown): JsonText =>
  value instanceof JsonText ? value : new JsonText(JSON.stringify(value));

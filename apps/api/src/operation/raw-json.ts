/** A body that PostgreSQL has serialised already. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const rawJsonOf = (value: unknown): RawJson =>
  value instanceof RawJson ? value : new RawJson(JSON.stringify(value));

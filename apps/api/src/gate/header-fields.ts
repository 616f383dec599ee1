import type { IncomingMessage, ServerResponse } from "node:http";

/** `headers` would drop or join duplicates, and `headersDistinct` copy every field. @param name - Lower case. */
export const fieldValuesOf = ({ rawHeaders }: IncomingMessage, name: string): string[] => {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const field = rawHeaders[at] as string;
    if (field.length === name.length && field.toLowerCase() === name) values.push(rawHeaders[at + 1] as string);
  }
  return values;
};

/** Collects response header fields: one `writeHead` costs half of setting each field on the response. */
export class HeaderFields {
  readonly #response: ServerResponse;
  /** Alternating names and values; undefined once they are on the response. */
  #collected: string[] | undefined = [];

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  set(name: string, value: string): void {
    if (this.#collected === undefined) this.#response.setHeader(name, value);
    else this.#collected.push(name, value);
  }

  /** Sets the fields on the response, where Express can read and change them. */
  applyToResponse(): void {
    const collected = this.#collected ?? [];
    this.#collected = undefined;
    for (let at = 0; at < collected.length; at += 2) {
      this.#response.setHeader(collected[at] as string, collected[at + 1] as string);
    }
  }

  writeHead(status: number, more: readonly string[]): void {
    if (this.#collected !== undefined) return void this.#response.writeHead(status, [...this.#collected, ...more]);
    for (let at = 0; at < more.length; at += 2) this.#add(more[at] as string, more[at + 1] as string);
    this.#response.writeHead(status);
  }

  #add(name: string, value: string): void {
    const previous = name === "Vary" ? this.#response.getHeader(name) : undefined;
    this.#response.setHeader(name, previous === undefined ? value : `${String(previous)}, ${value}`);
  }
}

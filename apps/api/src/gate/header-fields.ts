import type { ServerResponse } from "node:http";

/**
 * The header fields of an answer, gathered on its way through the gate. Written all at once they cost half of what they do when
 * each is set on the response; that is for those behind the gate, who may change them.
 */
export class HeaderFields {
  readonly #response: ServerResponse;
  /** Names and values in turn; undefined once they are the response's. */
  #gathered: string[] | undefined = [];

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  set(name: string, value: string): void {
    if (this.#gathered === undefined) this.#response.setHeader(name, value);
    else this.#gathered.push(name, value);
  }

  /** Sets them on the response: from here on, others may set more. */
  handOver(): void {
    const gathered = this.#gathered ?? [];
    this.#gathered = undefined;
    for (let at = 0; at < gathered.length; at += 2) {
      this.#response.setHeader(gathered[at] as string, gathered[at + 1] as string);
    }
  }

  /** Writes the head of the answer. @param more - Names and values in turn. */
  writeHead(status: number, more: readonly string[]): void {
    if (this.#gathered !== undefined) return void this.#response.writeHead(status, [...this.#gathered, ...more]);
    for (let at = 0; at < more.length; at += 2) this.#add(more[at] as string, more[at + 1] as string);
    this.#response.writeHead(status);
  }

  #add(name: string, value: string): void {
    const others = name === "Vary" ? this.#response.getHeader(name) : undefined;
    this.#response.setHeader(name, others === undefined ? value : `${String(others)}, ${value}`);
  }
}

import { Pool } from "pg";
import type { Standby } from "./standby.js";

type ConnectCallback = Parameters<Pool["connect"]>[0];

/**
 * Runs single statements on the standby if it is usable, and otherwise on the primary. Transactions always run on the
 * primary.
 */
export class ReadPool extends Pool {
  readonly #primary: Pool;
  readonly #standby: Standby;

  constructor(primary: Pool, standby: Standby) {
    super();
    this.#primary = primary;
    this.#standby = standby;
  }

  /**
   * Reads need the primary even if the standby answers them, because the primary tells up to which position the standby
   * must have replayed the log.
   */
  get primary(): Pool {
    return this.#primary;
  }

  get isStandbyUsed(): boolean {
    return this.#standby.isUsable();
  }

  override query(...args: unknown[]): never {
    const statement = args as [string];
    if (typeof args.at(-1) === "function") return this.#primary.query(...statement) as never;
    return this.#read(statement) as never;
  }

  override connect(callback?: ConnectCallback): never {
    return (callback === undefined ? this.#primary.connect() : this.#primary.connect(callback)) as never;
  }

  async #read(statement: [string]): Promise<unknown> {
    const result = await this.#standby.read((client) => client.query(...statement));
    return result ?? this.#primary.query(...statement);
  }
}

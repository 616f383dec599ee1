import { type ClientBase, Pool, type PoolClient, type PoolConfig } from "pg";
import type { Logger } from "pino";

import { withCode } from "./errors.js";

const cannotConnect = "08001";
const connectionFailure = "08006";

type ConnectCallback = Parameters<Pool["connect"]>[0];

/**
 * A pool whose errors all have a code. pg gives none to a connection that ends in the middle of a query, and none
 * to one that does not come about in time, and nothing here may be recognised by its message.
 */
class CodedPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    if (callback === undefined) {
      return super.connect().catch((error: unknown) => {
        throw withCode(error, cannotConnect);
      });
    }
    super.connect((error, client, release) => {
      withCode(error, cannotConnect);
      callback(error, client, release);
    });
  }
}

/**
 * A client's "error" event comes before the same error reaches its queries. Those that are asked for after it, as in the
 * middle of a transaction, get an error of their own, without a code: they are to get the same.
 */
export function codeErrorsOf(client: ClientBase): void {
  client.on("error", (error) => {
    withCode(error, connectionFailure);
    Object.assign(client, {
      query: async (...args: unknown[]) => {
        const done = args.at(-1);
        if (typeof done !== "function") throw error;
        done(error);
      },
    });
  });
}

export function openPool(config: PoolConfig, log: Logger): Pool {
  const pool = new CodedPool(config);
  pool.on("connect", codeErrorsOf);
  pool.on("error", (error) => log.warn({ err: error }, "an idle connection to the database was lost"));
  return pool;
}

import { AsyncLocalStorage } from "node:async_hooks";
import { hasCode } from "../../database/errors.js";
import type { Transaction } from "../../operation/operation.js";
import { hashSessionTokens } from "./session-token.js";
import type { Db } from "../../database/prisma-client.js";

type Work = { readonly tx: Transaction | undefined; failure?: unknown };

const models = { user: "account", account: "credential", session: "session" } as const;

type Delegate = Record<string, (query: unknown) => Promise<unknown>>;

/**
 * All services of a process share it, because Node.js 20 visits each storage for each promise, even if the service that
 * used it is closed.
 */
const works = new AsyncLocalStorage<Work>();

/** better-auth's adapter expects this error when a row to update or delete is missing. */
const isExpected = (error: unknown) => hasCode(error, "P2025");

/**
 * Runs queries in the caller's transaction and remembers their errors, because better-auth treats a database that is
 * unreachable like an empty one.
 */
export const createTransactionalClient = (db: Db) => {
  const run = async (model: (typeof models)[keyof typeof models], method: string, query: unknown) => {
    const work = works.getStore();
    const delegate = (work?.tx ?? db)[model] as unknown as Delegate;
    try {
      if (model !== "session") return await delegate[method]?.(query);
      const hashed = hashSessionTokens(query as object);
      return hashed.restore(await delegate[method]?.(hashed.query));
    } catch (error) {
      if (work !== undefined && !isExpected(error)) work.failure ??= error;
      throw error;
    }
  };
  const delegateOf = (model: (typeof models)[keyof typeof models]) =>
    new Proxy({}, { get: (_, method: string) => (query: unknown) => run(model, method, query) });
  const client = Object.fromEntries(Object.entries(models).map(([name, model]) => [name, delegateOf(model)]));

  /** @throws the first error in the database, even if better-auth continued or threw another error */
  const runIn = async <Result>(tx: Transaction | undefined, call: () => Promise<Result>): Promise<Result> => {
    const work: Work = { tx };
    const result = await works.run(work, call).catch((error: unknown) => {
      throw work.failure ?? error;
    });
    if (work.failure !== undefined) throw work.failure;
    return result;
  };
  return { client, runIn };
};

import { AsyncLocalStorage } from "node:async_hooks";
import { hasCode } from "../database/errors.js";
import type { PrismaClient } from "../generated/client.js";
import type { Transaction } from "../operation/operation.js";
import { hashSessionTokens } from "./session-token.js";

/** One piece of work of better-auth: the transaction that it belongs to, if any, and what failed in it first. */
type Work = { readonly tx: Transaction | undefined; failure?: unknown };

/** better-auth's names of the tables, and ours. */
const models = { user: "account", account: "credential", session: "session" } as const;

type Delegate = Record<string, (query: unknown) => Promise<unknown>>;

/** To update or delete what is not there is an answer that better-auth's adapter expects. */
const isExpected = (error: unknown) => hasCode(error, "P2025");

/**
 * A client for better-auth's adapter that follows the transaction of whoever calls better-auth, which knows of none; and
 * that notes what fails, for some routes of better-auth take a lost database for an empty one.
 */
export const createTransactionalClient = (db: PrismaClient) => {
  const works = new AsyncLocalStorage<Work>();
  const carryOut = async (model: (typeof models)[keyof typeof models], method: string, query: unknown) => {
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
    new Proxy({}, { get: (_, method: string) => (query: unknown) => carryOut(model, method, query) });
  const client = Object.fromEntries(Object.entries(models).map(([name, model]) => [name, delegateOf(model)]));

  /** @throws what failed in the database, even where the work went on. */
  const follow = async <Result>(tx: Transaction | undefined, run: () => Promise<Result>): Promise<Result> => {
    const work: Work = { tx };
    const result = await works.run(work, run);
    if (work.failure !== undefined) throw work.failure;
    return result;
  };
  return { client, follow };
};

import type { contract } from "@petstore/contract/routes";
import type { Database } from "../database/open-database.js";
import { queryOfPool } from "../database/query.js";
import { actionNotFound } from "../errors.js";
import type { Invalidation } from "../operation/cache-invalidation.js";
import type { Operation } from "../operation/operation.js";
import { actionTag } from "./action-tag.js";
import { findAction } from "./action-row.js";

type ActionDeps = {
  readonly database: Database;
  readonly responseCache: Invalidation;
  readonly undoRunner: { run(): Promise<void> };
};

export const getAction =
  ({ database, responseCache, undoRunner }: ActionDeps): Operation<typeof contract.actions.getAction> =>
  async ({ params: { actionId } }, _flow, viewer) => {
    if (viewer === undefined) throw new TypeError("The gate admitted a request for an action without a principal.");
    const action = await findAction(queryOfPool(database.pool), actionId, viewer);
    if (action === undefined) throw actionNotFound(actionId);
    // Another replica may have restored pets, so this replica must not show their earlier states from its cache.
    if (action.job !== null) await responseCache.catchUp();
    // A client is waiting, so the next step runs now instead of at the next tick.
    if (action.status === "undoing") void undoRunner.run();
    return { status: 200, body: action, headers: { ETag: actionTag(action) } };
  };

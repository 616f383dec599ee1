import type { contract } from "@petstore/contract/routes";
import type { Database } from "../../database/open-database.js";
import { viewNotFound } from "../../errors.js";
import type { Operation } from "../../operation/operation.js";
import { findOwnView } from "./view-row.js";

/** Returns a view of the caller's own account. */
export const getView =
  ({ database }: { readonly database: Database }): Operation<typeof contract.views.getView> =>
  async ({ params: { name }, query: { page } }, _flow, caller) => {
    if (caller === undefined) throw new TypeError("The gate admitted a request for a view without a principal.");
    const found = await findOwnView(database.reads.db, { accountId: caller.account.id, page, name });
    if (found === undefined) throw viewNotFound(name, page);
    return { status: 200, body: found.view };
  };

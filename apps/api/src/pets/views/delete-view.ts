import type { contract } from "@petstore/contract/routes";
import { lockRow } from "../../database/lock-row.js";
import { viewNotFound } from "../../errors.js";
import { requireMatch } from "../../operation/if-match.js";
import type { Operation } from "../../operation/operation.js";
import { findOwnView, viewsOf } from "./view-row.js";

/** Not audited: docs/decisions/0027-saved-views.md. */
export const deleteView =
  (): Operation<typeof contract.views.deleteView> =>
  async ({ params: { name }, query: { page }, headers }, { tx, caller }) => {
    const key = { accountId: caller.account.id, page, name };
    // The views of an account are replaced under this lock.
    if (headers["if-match"] !== undefined) await lockRow(tx, "account", key.accountId, "update");
    const found = await findOwnView(tx, key);
    if (found === undefined) throw viewNotFound(name, page);
    requireMatch(headers["if-match"], "view", found.view);
    const { count } = await viewsOf(tx, page).deleteMany({ where: { id: found.id } });
    if (count === 0) throw viewNotFound(name, page);
    return { status: 204, body: undefined };
  };

import type { contract } from "@petstore/contract/routes";
import { lockRow } from "../../database/lock-row.js";
import { viewNotFound } from "../../errors.js";
import { requireMatch } from "../../operation/if-match.js";
import type { Operation } from "../../operation/operation.js";
import { findOwnView, isNamed, viewsOf } from "./view-row.js";

/** Not audited: docs/decisions/0027-saved-views.md. */
export const deleteView =
  (): Operation<typeof contract.views.deleteView> =>
  async ({ params: { name }, query: { page }, headers }, { tx, caller }) => {
    const key = { accountId: caller.account.id, page, name };
    if (headers["if-match"] !== undefined) {
      // The views of an account are replaced under this lock.
      await lockRow(tx, "account", key.accountId, "update");
      const view = await findOwnView(tx, key);
      if (view === undefined) throw viewNotFound(name, page);
      requireMatch(headers["if-match"], "view", view);
    }
    const { count } = await viewsOf(tx, page).deleteMany({ where: isNamed(key) });
    if (count === 0) throw viewNotFound(name, page);
    return { status: 204, body: undefined };
  };

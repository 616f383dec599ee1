import type { contract } from "@petstore/contract/routes";
import { viewNotFound } from "../../errors.js";
import type { Operation } from "../../operation/operation.js";
import { isNamed, viewsOf } from "./view-row.js";

/** Not audited: docs/decisions/0027-saved-views.md. */
export const deleteView =
  (): Operation<typeof contract.views.deleteView> =>
  async ({ params: { name }, query: { page } }, { tx, caller }) => {
    const where = isNamed({ accountId: caller.account.id, page, name });
    const { count } = await viewsOf(tx, page).deleteMany({ where });
    if (count === 0) throw viewNotFound(name, page);
    return { status: 204, body: undefined };
  };

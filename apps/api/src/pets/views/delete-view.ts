import type { contract } from "@petstore/contract/routes";
import { viewNotFound } from "../../errors.js";
import type { Operation } from "../../operation/operation.js";
import { isNamed } from "./view-row.js";

/** Not audited: docs/decisions/0027-saved-views.md. */
export const deleteView =
  (): Operation<typeof contract.views.deleteView> =>
  async ({ params: { name } }, { tx, caller }) => {
    const count = await tx.$executeRaw`DELETE FROM saved_view WHERE ${isNamed(caller.account.id, name)}`;
    if (count === 0) throw viewNotFound(name);
    return { status: 204, body: undefined };
  };

import { BASE_PATH, type contract, MAX_VIEWS, type View } from "@petstore/contract/routes";
import { includesScope } from "../../credentials/scopes.js";
import { lockRow } from "../../database/lock-row.js";
import { preconditionFailed, sharingRefused, tooManyViews, viewExists } from "../../errors.js";
import { bodyTag } from "../../operation/etag.js";
import { requireMatch } from "../../operation/if-match.js";
import type { Operation, Transaction } from "../../operation/operation.js";
import { updated } from "../../operation/resource-answers.js";
import { findOwnView, toOwnView, type ViewKey, viewsOf } from "./view-row.js";

type Row = Awaited<ReturnType<Transaction["savedView"]["findFirstOrThrow"]>>;

type NewView = ViewKey & Pick<View, "query"> & { readonly shared: boolean };

/** @returns undefined if the account has the maximum number of views */
const createView = async (tx: Transaction, view: NewView, updatedAt: Date): Promise<Row | undefined> => {
  const { accountId, page } = view;
  const views = viewsOf(tx, page);
  if ((await views.count({ where: { accountId, page } })) >= MAX_VIEWS) return undefined;
  return views.create({ data: { ...view, updatedAt } });
};

/** Not audited: docs/decisions/0027-saved-views.md. */
export const putView =
  (): Operation<typeof contract.views.putView> =>
  async ({ params: { name }, headers, body }, { tx, caller }) => {
    const { page = "pets", query, isShared: shared = false } = body;
    if (shared && !includesScope(caller.scope, "admin")) throw sharingRefused();
    const view = { accountId: caller.account.id, page, name, query, shared };
    const views = viewsOf(tx, page);
    // Runs the puts of an account one after the other, so that the limit holds and no two puts insert the same name.
    const lockedAt = await lockRow(tx, "account", view.accountId, "update");
    if (lockedAt === undefined) throw new TypeError("The account of the caller has no row.");
    const before = await findOwnView(tx, view);
    if (headers["if-none-match"] === "*" && before !== undefined) throw viewExists(name);
    if (headers["if-match"] !== undefined) {
      if (before === undefined) throw preconditionFailed("view");
      requireMatch(headers["if-match"], "view", before.view);
    }
    const data = { name, query, shared, updatedAt: lockedAt };
    const [replaced] = before === undefined ? [] : await views.updateManyAndReturn({ where: { id: before.id }, data });
    if (replaced !== undefined) return updated(await toOwnView(tx, replaced));
    const created = await createView(tx, view, lockedAt);
    if (created === undefined) throw tooManyViews(page);
    const made = await toOwnView(tx, created);
    const location = `${BASE_PATH}/views/${encodeURIComponent(name)}`;
    const Location = page === "pets" ? location : `${location}?page=${page}`;
    return { status: 201, body: made, headers: { Location, ETag: bodyTag(made) } };
  };

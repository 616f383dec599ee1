import { BASE_PATH, type contract, MAX_VIEWS, type View } from "@petstore/contract/routes";
import { includesScope } from "../../credentials/scopes.js";
import { sharingRefused, tooManyViews, viewExists } from "../../errors.js";
import { lockRow } from "../../database/lock-row.js";
import type { Operation, Transaction } from "../../operation/operation.js";
import { isNamed, tableOf, toView, viewColumns, type ViewKey, type ViewRow } from "./view-row.js";

type NewRow = ViewKey & Pick<View, "query" | "shared">;

/** Serialises the puts of an account: the limit holds, and no two of them insert the same name. */
const lockAccount = (tx: Transaction, accountId: bigint) => lockRow(tx, "account", accountId, "update");

const hasView = async (tx: Transaction, view: ViewKey) => {
  const rows = await tx.$queryRaw<unknown[]>`SELECT FROM ${tableOf(view.page)} AS view WHERE ${isNamed(view)}`;
  return rows.length > 0;
};

const replaceView = async (tx: Transaction, view: NewRow) => {
  const { accountId, page, name, query, shared } = view;
  const [row] = await tx.$queryRaw<ViewRow[]>`
    UPDATE ${tableOf(page)} AS view SET name = ${name}, query = ${JSON.stringify(query)}::jsonb, shared = ${shared},
      updated_at = clock_timestamp()
    WHERE ${isNamed(view)} RETURNING ${viewColumns(accountId)}`;
  return row;
};

const insertView = async (tx: Transaction, { accountId, page, name, query, shared }: NewRow) => {
  const [row] = await tx.$queryRaw<ViewRow[]>`
    INSERT INTO ${tableOf(page)} AS view (account_id, page, name, query, shared, updated_at)
    SELECT ${accountId}, ${page}::view_page, ${name}, ${JSON.stringify(query)}::jsonb, ${shared}, clock_timestamp()
    WHERE (SELECT count(*) FROM ${tableOf(page)} WHERE account_id = ${accountId} AND page = ${page}::view_page) < ${MAX_VIEWS}
    RETURNING ${viewColumns(accountId)}`;
  return row;
};

/** Not audited: docs/decisions/0027-saved-views.md. */
export const putView =
  (): Operation<typeof contract.views.putView> =>
  async ({ params: { name }, headers: { "if-none-match": ifNoneMatch }, body }, { tx, caller }) => {
    const { page = "pets", query, shared = false } = body;
    if (shared && !includesScope(caller.scope, "admin")) throw sharingRefused();
    const view = { accountId: caller.account.id, page, name, query, shared };
    await lockAccount(tx, view.accountId);
    if (ifNoneMatch === "*" && (await hasView(tx, view))) throw viewExists(name);
    const replaced = await replaceView(tx, view);
    if (replaced !== undefined) return { status: 200, body: toView(replaced) };
    const created = await insertView(tx, view);
    if (created === undefined) throw tooManyViews(page);
    const location = `${BASE_PATH}/views/${encodeURIComponent(name)}`;
    const headers = { Location: page === "pets" ? location : `${location}?page=${page}` };
    return { status: 201, body: toView(created), headers };
  };

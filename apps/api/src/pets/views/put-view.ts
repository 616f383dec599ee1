import { BASE_PATH, type contract, MAX_VIEWS, type ViewQuery } from "@petstore/contract/routes";
import { includesScope } from "../../credentials/scopes.js";
import { sharingRefused, tooManyViews, viewExists } from "../../errors.js";
import type { Operation, Transaction } from "../../operation/operation.js";
import { isNamed, toView, viewColumns, type ViewRow } from "./view-row.js";

type NewRow = {
  readonly accountId: bigint;
  readonly name: string;
  readonly query: ViewQuery;
  readonly shared: boolean;
};

/** Serialises the puts of an account: the limit holds, and no two of them insert the same name. */
const lockAccount = (tx: Transaction, accountId: bigint) =>
  tx.$queryRaw`SELECT FROM account WHERE id = ${accountId} FOR NO KEY UPDATE`;

const hasView = async (tx: Transaction, { accountId, name }: Pick<NewRow, "accountId" | "name">) => {
  const rows = await tx.$queryRaw<unknown[]>`SELECT FROM saved_view WHERE ${isNamed(accountId, name)}`;
  return rows.length > 0;
};

const replaceView = async (tx: Transaction, { accountId, name, query, shared }: NewRow) => {
  const [row] = await tx.$queryRaw<ViewRow[]>`
    UPDATE saved_view SET name = ${name}, query = ${JSON.stringify(query)}::jsonb, shared = ${shared},
      updated_at = clock_timestamp()
    WHERE ${isNamed(accountId, name)} RETURNING ${viewColumns(accountId)}`;
  return row;
};

const insertView = async (tx: Transaction, { accountId, name, query, shared }: NewRow) => {
  const [row] = await tx.$queryRaw<ViewRow[]>`
    INSERT INTO saved_view (account_id, name, query, shared, updated_at)
    SELECT ${accountId}, ${name}, ${JSON.stringify(query)}::jsonb, ${shared}, clock_timestamp()
    WHERE (SELECT count(*) FROM saved_view WHERE account_id = ${accountId}) < ${MAX_VIEWS}
    RETURNING ${viewColumns(accountId)}`;
  return row;
};

/** Not audited: docs/decisions/0027-saved-views.md. */
export const putView =
  (): Operation<typeof contract.views.putView> =>
  async ({ params: { name }, headers: { "if-none-match": ifNoneMatch }, body }, { tx, caller }) => {
    const { query, shared = false } = body;
    if (shared && !includesScope(caller.scope, "admin")) throw sharingRefused();
    const view = { accountId: caller.account.id, name, query, shared };
    await lockAccount(tx, view.accountId);
    if (ifNoneMatch === "*" && (await hasView(tx, view))) throw viewExists(name);
    const replaced = await replaceView(tx, view);
    if (replaced !== undefined) return { status: 200, body: toView(replaced) };
    const created = await insertView(tx, view);
    if (created === undefined) throw tooManyViews();
    const headers = { Location: `${BASE_PATH}/views/${encodeURIComponent(name)}` };
    return { status: 201, body: toView(created), headers };
  };

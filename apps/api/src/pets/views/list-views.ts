import { type contract, MAX_SHARED_VIEWS, type View, type ViewPage } from "@petstore/contract/routes";
import type { Database } from "../../database/open-database.js";
import type { Db } from "../../database/prisma-client.js";
import { Prisma } from "../../generated/client.js";
import type { Operation } from "../../operation/operation.js";

const tableOf = (page: ViewPage) => (page === "pets" ? Prisma.sql`saved_view` : Prisma.sql`list_view`);

type ViewRow = Omit<View, "updatedAt"> & { readonly updatedAt: Date };

/** This uses SQL, because no model can order by `lower(name)`, which determines which shared views are returned. */
const readViews = (db: Db, accountId: bigint, page: ViewPage) =>
  db.$queryRaw<ViewRow[]>`
    SELECT page, view.name, query, shared AS "isShared", view.updated_at AS "updatedAt", account_id = ${accountId} AS "isOwn",
      (SELECT json_build_object('id', account.id, 'name', account.name) FROM account WHERE account.id = account_id) AS owner
    FROM ${tableOf(page)} AS view
    WHERE page = ${page}::view_page AND (account_id = ${accountId} OR view.id IN (
      SELECT others.id FROM ${tableOf(page)} AS others JOIN account ON account.id = others.account_id
      WHERE others.page = ${page}::view_page AND others.shared AND others.account_id <> ${accountId}
        AND role <> 'clerk' AND (NOT banned OR ban_expires <= now())
      ORDER BY lower(others.name), others.id LIMIT ${MAX_SHARED_VIEWS}))
    ORDER BY lower(view.name), view.id`;

export const listViews =
  ({ database }: { readonly database: Database }): Operation<typeof contract.views.listViews> =>
  async ({ query }, _flow, caller) => {
    if (caller === undefined) throw new TypeError("The gate admitted a request for views without a principal.");
    const rows = await readViews(database.reads.db, caller.account.id, query.page);
    return { status: 200, body: rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() })) };
  };

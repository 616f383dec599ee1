import { type contract, MAX_SHARED_VIEWS } from "@petstore/contract/routes";
import type { Database } from "../../database/open-database.js";
import type { PrismaClient } from "../../generated/client.js";
import type { Operation } from "../../operation/operation.js";
import { toView, viewColumns, type ViewRow } from "./view-row.js";

const readViews = (db: PrismaClient, accountId: bigint) =>
  db.$queryRaw<ViewRow[]>`
    SELECT ${viewColumns(accountId)} FROM saved_view
    WHERE account_id = ${accountId} OR saved_view.id IN (
      SELECT others.id FROM saved_view AS others JOIN account ON account.id = others.account_id
      WHERE others.shared AND others.account_id <> ${accountId}
        AND role <> 'clerk' AND (NOT banned OR ban_expires <= now())
      ORDER BY lower(others.name), others.id LIMIT ${MAX_SHARED_VIEWS})
    ORDER BY lower(saved_view.name), saved_view.id`;

export const listViews =
  ({ database }: { readonly database: Database }): Operation<typeof contract.views.listViews> =>
  async (_input, _flow, caller) => {
    if (caller === undefined) throw new TypeError("The gate admitted a request for views without a principal.");
    const rows = await readViews(database.reads.db, caller.account.id);
    return { status: 200, body: rows.map(toView) };
  };

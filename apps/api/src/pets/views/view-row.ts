import type { View, ViewPage } from "@petstore/contract/routes";
import { Prisma, type SavedView } from "../../generated/client.js";

export type ViewRow = Pick<SavedView, "page" | "name" | "shared" | "updatedAt"> &
  Pick<View, "query" | "owner" | "isOwn">;

/** What names a view of an account. */
export type ViewKey = { readonly accountId: bigint; readonly page: ViewPage; readonly name: string };

/** Views of pets have a table of their own: docs/decisions/0096-views-of-pages.md. */
export const tableOf = (page: ViewPage): Prisma.Sql =>
  page === "pets" ? Prisma.sql`saved_view` : Prisma.sql`list_view`;

/** The columns that SELECT and RETURNING name. @param accountId - The caller's. */
export const viewColumns = (accountId: bigint): Prisma.Sql => Prisma.sql`
  page, view.name, query, shared, view.updated_at AS "updatedAt", account_id = ${accountId} AS "isOwn",
  (SELECT json_build_object('id', account.id, 'name', account.name) FROM account WHERE account.id = account_id) AS owner`;

export const toView = (row: ViewRow): View => ({ ...row, updatedAt: row.updatedAt.toISOString() });

/** The caller's view of a page and a name. */
export const isNamed = ({ accountId, page, name }: ViewKey): Prisma.Sql =>
  Prisma.sql`account_id = ${accountId} AND page = ${page}::view_page AND lower(view.name) = lower(${name})`;

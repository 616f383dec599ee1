import type { View } from "@petstore/contract/routes";
import { Prisma, type SavedView } from "../../generated/client.js";

export type ViewRow = Pick<SavedView, "name" | "shared" | "updatedAt"> & Pick<View, "query" | "owner" | "isOwn">;

/** The columns that SELECT and RETURNING name. @param accountId - The caller's. */
export const viewColumns = (accountId: bigint): Prisma.Sql => Prisma.sql`
  saved_view.name, query, shared, saved_view.updated_at AS "updatedAt", account_id = ${accountId} AS "isOwn",
  (SELECT json_build_object('id', account.id, 'name', account.name) FROM account WHERE account.id = account_id) AS owner`;

export const toView = (row: ViewRow): View => ({ ...row, updatedAt: row.updatedAt.toISOString() });

/** The caller's view of a name. */
export const isNamed = (accountId: bigint, name: string): Prisma.Sql =>
  Prisma.sql`account_id = ${accountId} AND lower(saved_view.name) = lower(${name})`;

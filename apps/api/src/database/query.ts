import type { Prisma } from "../generated/client.js";

/** Runs SQL in the caller's transaction, whoever's it is: pg's `client.query` or Prisma's (`queryOf`). */
export type Query = <Row>(sql: string, values: unknown[]) => Promise<Row[]>;

/** Prisma's transaction, for SQL that runs in pg's as well. */
export const queryOf =
  (tx: Prisma.TransactionClient): Query =>
  (sql, values) =>
    tx.$queryRawUnsafe(sql, ...values);

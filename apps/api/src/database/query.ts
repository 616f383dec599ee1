import type { Prisma } from "../generated/client.js";

/** In the caller's transaction: pg's `client.query`, or Prisma's through `queryOf`. */
export type Query = <Row>(sql: string, values: unknown[]) => Promise<Row[]>;

export const queryOf =
  (tx: Prisma.TransactionClient): Query =>
  (sql, values) =>
    tx.$queryRawUnsafe(sql, ...values);

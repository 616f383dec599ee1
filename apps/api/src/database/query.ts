import type { Pool } from "pg";
import type { Prisma } from "../generated/client.js";
import type { Tx } from "./prisma-client.js";

/**
 * A bigint as the drivers give it: pg as text, Prisma as a bigint. `Number()` reads both. SQL does not cast it: the text
 * would take the name of the column, and PostgreSQL would order by the text, with 10 before 9.
 */
export type StoredId = string | bigint;

/**
 * Runs a statement in the caller's transaction: pg's `client.query`, or Prisma's through `queryOf`.
 * @param name - Of a constant statement: each connection parses and plans it once. Prisma ignores it.
 */
export type Query = <Row>(sql: string, values: unknown[], name?: string) => Promise<Row[]>;

export const queryOf =
  (tx: Tx): Query =>
  (sql, values) =>
    tx.$queryRawUnsafe(sql, ...values);

/** Each statement by itself, on any connection. */
export const queryOfPool =
  (pool: Pool): Query =>
  async <Row>(text: string, values: unknown[], name?: string) =>
    (await pool.query({ text, values, ...(name !== undefined && { name }) })).rows as Row[];

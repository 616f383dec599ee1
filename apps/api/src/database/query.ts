import type { Pool } from "pg";
import type { Tx } from "./prisma-client.js";
import { nameConstant } from "./statement-names.js";

/**
 * An id as the drivers return it: pg returns text, and Prisma a bigint. `Number()` reads both. SQL must not cast it:
 * the text would get the name of the column, and PostgreSQL would order by the text, with 10 before 9.
 */
export type StoredId = string | bigint;

/**
 * Runs a statement in the caller's transaction, with pg's `client.query` or, through `queryOf`, with Prisma.
 * @param name - The name of a statement whose text is constant. Each connection parses and plans it only once.
 */
export type Query = <Row>(sql: string, values: unknown[], name?: string) => Promise<Row[]>;

export const queryOf =
  (tx: Tx): Query =>
  (sql, values, name) => {
    if (name !== undefined) nameConstant(sql, name);
    return tx.$queryRawUnsafe(sql, ...values);
  };

/** Runs each statement separately, on any connection of the pool. */
export const queryOfPool =
  (pool: Pool): Query =>
  async <Row>(text: string, values: unknown[], name?: string) =>
    (await pool.query({ text, values, ...(name !== undefined && { name }) })).rows as Row[];

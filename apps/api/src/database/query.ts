import type { Pool } from "pg";
import type { Tx } from "./prisma-client.js";
import { nameConstant } from "./statement-names.js";

/**
 * A bigint as the drivers return it: pg as text, Prisma as a bigint. `Number()` reads both. SQL must not cast it: the
 * text would get the name of the column, and PostgreSQL would order by the text, with 10 before 9.
 */
export type StoredId = string | bigint;

/**
 * Runs a statement in the caller's transaction: by pg's `client.query`, or by Prisma's through `queryOf`. @param name -
 * The name of a constant statement, which each connection then parses and plans once.
 */
export type Query = <Row>(sql: string, values: unknown[], name?: string) => Promise<Row[]>;

export const queryOf =
  (tx: Tx): Query =>
  (sql, values, name) => {
    if (name !== undefined) nameConstant(sql, name);
    return tx.$queryRawUnsafe(sql, ...values);
  };

/** Runs each statement by itself, on any connection. */
export const queryOfPool =
  (pool: Pool): Query =>
  async <Row>(text: string, values: unknown[], name?: string) =>
    (await pool.query({ text, values, ...(name !== undefined && { name }) })).rows as Row[];

import type { TestDatabase } from "./test-database.js";

/** Returns each row of each table as text. The list of tables comes from PostgreSQL, so a new table is included. */
export const wholeStore = async ({ pool }: TestDatabase): Promise<string> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'm') AND NOT relispartition`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(`SELECT one::text AS text FROM ${name} AS one`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join("\n");
};

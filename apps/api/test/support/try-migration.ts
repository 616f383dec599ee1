import type { PoolClient } from "pg";
import type { Finding } from "./lint-migration.js";
import { rowsOfEachTable } from "./rows-of-each-table.js";

type Table = {
  readonly oid: number;
  readonly name: string;
  readonly columns: readonly string[];
};

const BLOCKS_READS = "AccessExclusiveLock";
/** The locks that block other transactions, the strongest first. */
const blockingModes = [BLOCKS_READS, "ExclusiveLock", "ShareRowExclusiveLock", "ShareLock"];

const NEW_ROWS = 900;

const readTables = async (client: PoolClient): Promise<readonly Table[]> => {
  const { rows } = await client.query<Table>(`
    SELECT c.oid::int, c.relname AS name, array_agg(quote_ident(a.attname)) AS columns
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> '_prisma_migrations'
    GROUP BY c.oid ORDER BY c.relname`);
  return rows;
};

/** Returns statements that the previous version of the service may send at any moment. */
const statementsOf = (tables: readonly Table[]): readonly string[] => [
  ...tables.map(({ name, columns }) => `SELECT ${columns.join(", ")} FROM "${name}"`),
  ...tables.map(
    ({ name, columns }) => `UPDATE "${name}" SET ${columns.map((column) => `${column} = ${column}`).join(", ")}`,
  ),
  ...tables.map(({ name }) => `DELETE FROM "${name}"`),
  ...rowsOfEachTable(
    NEW_ROWS,
    tables.map(({ name }) => name),
  ),
];

const outcomesOf = async (client: PoolClient, statements: readonly string[]): Promise<readonly string[]> => {
  const outcomes: string[] = [];
  for (const statement of statements) {
    await client.query("SAVEPOINT statement");
    const outcome = await client.query(statement).then(
      ({ rowCount }) => `${rowCount} rows`,
      (error: Error) => error.message,
    );
    outcomes.push(outcome);
    // The inserted rows are kept, because the next INSERT may refer to them.
    if (!statement.startsWith("INSERT") || !outcome.endsWith("rows")) await client.query("ROLLBACK TO statement");
  }
  return outcomes;
};

const readWork = async (client: PoolClient): Promise<ReadonlyMap<number, string>> => {
  // This also reads the statistics of the session, because PostgreSQL reports the work of a transaction a second later.
  const { rows } = await client.query<{ oid: number; work: string }>(
    `SELECT relid::int AS oid, concat_ws(' ', pg_relation_filenode(relid), seq_tup_read, n_tup_upd, n_tup_del) AS work
     FROM pg_stat_xact_user_tables`,
  );
  return new Map(rows.map(({ oid, work }) => [oid, work]));
};

const findBlocked = async (
  client: PoolClient,
  tables: readonly Table[],
  through: readonly string[],
): Promise<readonly Finding[]> => {
  if (through.length === 0) return [];
  const { rows } = await client.query<{ oid: number; modes: string[] }>(
    `SELECT relation::int AS oid, array_agg(mode::text) AS modes FROM pg_locks
     WHERE pid = pg_backend_pid() AND locktype = 'relation' AND relation = ANY ($1) GROUP BY relation`,
    [tables.map(({ oid }) => oid)],
  );
  return rows.flatMap(({ oid, modes }) => {
    const mode = blockingModes.find((blocking) => modes.includes(blocking));
    const name = tables.find((table) => table.oid === oid)?.name ?? "";
    const message = `${mode} on ${name} while all rows of ${through.join(", ")} are read or written`;
    return mode === undefined ? [] : [{ rule: mode === BLOCKS_READS ? "blocks-reads" : "blocks-writes", message }];
  });
};

/**
 * Runs a migration on tables that contain rows, and undoes it. It reports locks that are held while rows are read or
 * written (without that, they are held only for an instant), and statements of the previous version that fail after the
 * migration.
 */
export const tryMigration = async (client: PoolClient, script: string): Promise<readonly Finding[]> => {
  const tables = await readTables(client);
  const statements = statementsOf(tables);
  await client.query("BEGIN");
  const before = await outcomesOf(client, statements);
  await client.query("ROLLBACK; BEGIN");
  try {
    const workBefore = await readWork(client);
    await client.query(script);
    const work = await readWork(client);
    const isWorkedThrough = ({ oid }: Table) => work.has(oid) && work.get(oid) !== workBefore.get(oid);
    const through = tables.filter(isWorkedThrough).map(({ name }) => name);
    const blocked = await findBlocked(client, tables, through);
    const after = await outcomesOf(client, statements);
    const broken = statements.flatMap((statement, index) => {
      const was = before[index] ?? "";
      const is = after[index] ?? "";
      if (!was.endsWith("rows") || is === was) return [];
      return [{ rule: "breaks-version-before", message: `${statement.slice(0, 60)}…: ${is} instead of ${was}` }];
    });
    return [...blocked, ...broken];
  } finally {
    await client.query("ROLLBACK");
  }
};

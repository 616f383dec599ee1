import type { Logger } from "pino";
import { connectionsPerProcess } from "../config/connection-budget.js";
import type { Database } from "./open-database.js";
import { isDirect } from "./pooler.js";

type Scope = "database" | "role" | "server";

/**
 * `limit` is -1 if there is no limit. `ofService` counts the connections of the service to this database, including
 * those of this process.
 */
type Row = { readonly scope: Scope; readonly limit: number; readonly used: number; readonly ofService: number };

// A role can see who has a connection, but not the type of the backend. Only the backends of clients have a database
// and a user.
const READ_LIMITS = `
  WITH
    me AS (SELECT * FROM pg_roles WHERE rolname = session_user),
    client AS (
      SELECT usesysid, datname = current_database() AS is_here,
        datname = current_database() AND application_name = 'petstore' AS is_service
      FROM pg_stat_activity WHERE datid IS NOT NULL AND usesysid IS NOT NULL
    )
  SELECT 'server' AS scope, count(*)::int AS used, count(*) FILTER (WHERE is_service)::int AS "ofService",
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) AS limit
  FROM client
  UNION ALL
  SELECT 'role', count(*)::int, count(*) FILTER (WHERE is_service)::int, (SELECT CASE WHEN rolsuper THEN -1 ELSE rolconnlimit END FROM me)
  FROM client WHERE usesysid = (SELECT oid FROM me)
  UNION ALL
  SELECT 'database', count(*)::int, count(*) FILTER (WHERE is_service)::int,
    (SELECT CASE WHEN me.rolsuper THEN -1 ELSE datconnlimit END FROM pg_database, me WHERE datname = current_database())
  FROM client WHERE is_here`;

const remedies: Readonly<Record<Scope, string>> = {
  server: "raise max_connections",
  role: "raise the CONNECTION LIMIT of the user",
  database: "raise the CONNECTION LIMIT of the database",
};

/**
 * A rolling update needs room for this process and for one more. The connections that other processes of the service
 * already have count as those of the additional process, so that it is not counted twice.
 */
const neededOf = ({ used, ofService }: Row, own: number, ofProcess: number): number =>
  used - ofService + Math.max(2 * ofProcess, ofService - own + ofProcess);

const readLimits = async ({ pool, reads }: Pick<Database, "pool" | "reads">) => {
  const client = await pool.connect();
  try {
    // Behind a pooler, only the limits of the pooler matter.
    if (!(await isDirect(client))) return undefined;
    const { rows } = await client.query<Row>(READ_LIMITS);
    return { rows, own: pool.totalCount + reads.pool.totalCount };
  } finally {
    client.release();
  }
};

export type ConnectionBudget = {
  readonly limit: number;
  /** The connections of all clients of the server. */
  readonly used: number;
  readonly perProcess: number;
  /** A sentence with the remedy, if a rolling update of a process would exceed a limit. */
  readonly warning?: string;
  readonly fields?: {
    readonly limit: number;
    readonly needed: number;
    readonly inUse: number;
    readonly perProcess: number;
  };
};

/**
 * Finds out whether a rolling update of this process would exceed a limit. If it would exceed several, the warning is
 * about the lowest.
 * @returns undefined behind a pooler
 */
export const readConnectionBudget = async (
  database: Pick<Database, "pool" | "reads">,
  workers: number,
): Promise<ConnectionBudget | undefined> => {
  const found = await readLimits(database);
  if (found === undefined) return undefined;
  const perProcess = workers * connectionsPerProcess;
  const { limit = 0, used = 0 } = found.rows.find(({ scope }) => scope === "server") ?? {};
  const [exceeded] = found.rows
    .map((row) => ({ ...row, needed: neededOf(row, found.own, perProcess) }))
    .filter((row) => row.limit >= 0 && row.limit < row.needed)
    .toSorted((one, other) => one.limit - one.needed - (other.limit - other.needed));
  if (exceeded === undefined) return { limit, used, perProcess };
  const { scope, limit: lowest, needed } = exceeded;
  return {
    limit,
    used,
    perProcess,
    fields: { limit: lowest, needed, inUse: exceeded.used - found.own, perProcess },
    warning: `PostgreSQL may not allow enough connections: the ${scope} allows ${lowest}. This process opens up to ${perProcess}, so a rolling update needs ${needed}. To change this, ${remedies[scope]}, or lower WORKERS.`,
  };
};

/** Logs the warning of a server named by DATABASE_URL. The private one allows what its process needs. */
export const warnOfFewConnections = async (
  database: Pick<Database, "pool" | "reads" | "isPrivate">,
  workers: number,
  log: Logger,
): Promise<void> => {
  if (database.isPrivate) return;
  const budget = await readConnectionBudget(database, workers);
  if (budget?.warning !== undefined) log.warn(budget.fields, budget.warning);
};

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

/**
 * Logs a warning if a rolling update of this process would exceed a limit of a server named by DATABASE_URL. If it
 * would exceed several, the warning is about the lowest.
 */
export const warnOfFewConnections = async (
  database: Pick<Database, "pool" | "reads" | "isPrivate">,
  workers: number,
  log: Logger,
): Promise<void> => {
  if (database.isPrivate) return;
  const found = await readLimits(database);
  if (found === undefined) return;
  const ofProcess = workers * connectionsPerProcess;
  const [exceeded] = found.rows
    .map((row) => ({ ...row, needed: neededOf(row, found.own, ofProcess) }))
    .filter(({ limit, needed }) => limit >= 0 && limit < needed)
    .toSorted((one, other) => one.limit - one.needed - (other.limit - other.needed));
  if (exceeded === undefined) return;
  const { scope, limit, needed, used } = exceeded;
  log.warn(
    { limit, needed, inUse: used - found.own, perProcess: ofProcess },
    `PostgreSQL may not allow enough connections: the ${scope} allows ${limit}. This process opens up to ${ofProcess}, so a rolling update needs ${needed}. To change this, ${remedies[scope]}, or lower WORKERS.`,
  );
};

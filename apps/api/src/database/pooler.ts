import { Client, type ClientConfig, type Pool } from "pg";
import { connectionsPerProcess } from "../config/connection-budget.js";
import { processIdOf } from "../patches/pg-client.js";
import { StartMustWait } from "./start-must-wait.js";
import { hasCode } from "./errors.js";
import { OperatorError } from "../config/operator-error.js";

const PROTOCOL_VIOLATION = "08P01";
const TIMEOUT_MS = 3_000;
/** Several rounds are needed, because another client of the pooler may take the connection that a round waits for. */
const ROUNDS = 10;

type Session = { readonly processId: number; readonly settings: Readonly<Record<string, string>> };

const backendOf = async (client: Client): Promise<number | undefined> => {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid;
};

/**
 * Tells whether the client is connected to the server directly. A pooler tells its clients other process ids than the
 * server has.
 */
export const isDirect = async (client: Client): Promise<boolean> => (await backendOf(client)) === processIdOf(client);

/**
 * Tells whether startup parameters reach the server, because poolers refuse or ignore parameters that they do not know.
 * @param expected - The values in the units of `pg_settings`.
 */
export const takesStartupParameters = async (
  pool: Pool,
  expected: Readonly<Record<string, string>>,
): Promise<boolean> => {
  try {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<Session>(
        `SELECT pg_backend_pid() AS "processId", jsonb_object_agg(lower(name), setting) AS settings
         FROM pg_settings WHERE lower(name) = ANY ($1)`,
        [Object.keys(expected)],
      );
      const isSet = ([name, value]: [string, string]) => rows[0]?.settings[name] === value;
      return rows[0]?.processId === processIdOf(client) && Object.entries(expected).every(isSet);
    } finally {
      client.release();
    }
  } catch (error) {
    if (hasCode(error, PROTOCOL_VIOLATION)) return false;
    throw error;
  }
};

/**
 * Keeps a transaction of one client open while another client is between two transactions. A pooler in transaction mode
 * then gives both the same connection, or later gives the waiting client another one.
 */
const isSharedByTransaction = async (first: Client, second: Client): Promise<boolean> => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await backendOf(first);
    try {
      await second.query("BEGIN");
    } catch (error) {
      // The pooler assigns a connection for each statement.
      if (hasCode(error, PROTOCOL_VIOLATION)) return true;
      throw error;
    }
    const isTaken = (await backendOf(second)) === before;
    // If the connection was taken, the first client is not asked again, because it could wait for the connection that
    // the second one holds.
    if (isTaken || (await backendOf(first)) !== before) return true;
    await second.query("COMMIT");
  }
  return false;
};

const leadsTo = (problem: string) => `DATABASE_URL leads to a pooler that ${problem}:`;

const away = (problem: string, remedy: string) =>
  new StartMustWait(leadsTo(problem), remedy, { reason: "the pooler gives no connection to the database" });

const explain = (error: unknown): unknown => {
  if (hasCode(error, PROTOCOL_VIOLATION)) {
    // PgBouncer also uses this code if its own server is away.
    return away(
      "refuses a parameter of the address or of PGOPTIONS, or has no server (08P01)",
      "see its log; remove the parameter, or name the server itself.",
    );
  }
  if (error instanceof Error && error.message === "Query read timeout") {
    return away(
      "did not provide two connections to the server within three seconds",
      `give its pool ${connectionsPerProcess} connections for each process of the service, or name the server itself.`,
    );
  }
  return error;
};

/** @throws OperatorError if the pooler does not keep one server connection for each of its clients. */
export const checkPooler = async (connection: ClientConfig): Promise<void> => {
  const options = { ...connection, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS };
  const [first, second] = [new Client(options), new Client(options)];
  for (const client of [first, second]) client.on("error", () => {});
  try {
    await Promise.all([first.connect(), second.connect()]);
    if (!(await isSharedByTransaction(first, second))) return;
  } catch (error) {
    throw explain(error);
  } finally {
    for (const client of [first, second]) void client.end().catch(() => {});
  }
  throw new OperatorError(
    "database_unavailable",
    leadsTo(
      "keeps a connection for a client only during a transaction, so prepared statements, LISTEN, locks and settings are lost",
    ),
    "set pool_mode=session for this database (PgBouncer), or name the server itself.",
  );
};

import type { Client, ClientConfig, Submittable } from "pg";
import { CONNECTION_LOST, withCode } from "../../database/errors.js";
import { ServiceClient } from "../../database/pool.js";

const CONNECT_TIMEOUT_MS = 10_000;
/** The wait is long because sorting a large table takes minutes before its first row arrives. */
const SILENCE_TIMEOUT_MS = 10 * 60_000;

export type StoreClient = {
  readonly query: <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;
  readonly submit: <Stream extends Submittable>(stream: Stream) => Stream;
  /** Closes the connection if the database is silent for too long. */
  answerOf<Result>(work: Promise<Result>): Promise<Result>;
};

const toStoreClient = (client: ServiceClient): StoreClient => {
  const pg: Client = client;
  const coded = (cause: unknown): never => {
    throw withCode(cause, CONNECTION_LOST);
  };
  return {
    query: async <Row>(sql: string, values: unknown[] = []) => (await pg.query(sql, values).catch(coded)).rows as Row[],
    submit: (stream) => pg.query(stream),
    answerOf: async (work) => {
      const timer = setTimeout(() => client.cut(), SILENCE_TIMEOUT_MS);
      try {
        return await work.catch(coded);
      } finally {
        clearTimeout(timer);
      }
    },
  };
};

/** Connects outside the pools. Their watchdog would close the connection while it waits for a file. */
export const withStoreClient = async <Result>(
  connection: ClientConfig,
  name: "petstore backup" | "petstore restore" | "petstore restore --verify",
  signal: AbortSignal,
  work: (client: StoreClient) => Promise<Result>,
): Promise<Result> => {
  const client = new ServiceClient({
    ...connection,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  const cut = () => client.cut();
  signal.throwIfAborted();
  signal.addEventListener("abort", cut);
  try {
    await client.connect().catch((error: unknown) => Promise.reject(withCode(error, CONNECTION_LOST)));
    const result = await work(toStoreClient(client));
    await client.end();
    return result;
  } catch (error) {
    // Closing the connection rolls back the transaction in any state.
    cut();
    throw error;
  } finally {
    signal.removeEventListener("abort", cut);
  }
};

/** Sets up the transaction so that the settings of the role or the database cannot change times or formats. */
export const prepareTransaction = async (client: StoreClient): Promise<void> => {
  await client.query(
    `SELECT set_config(name, value, true) FROM (VALUES
       ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0'), ('transaction_timeout', '0'),
       ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'), ('bytea_output', 'hex'),
       ('extra_float_digits', '3'), ('row_security', 'off'), ('synchronous_commit', 'on')
     ) AS wanted (name, value) WHERE name IN (SELECT name FROM pg_settings)`,
  );
};

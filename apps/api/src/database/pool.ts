import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient, type PoolConfig } from "pg";
import type { Logger } from "pino";

import { type ConnectionWatchdog, createConnectionWatchdog, type WatchedConnection } from "./connection-watchdog.js";
import { withCode } from "./errors.js";

const cannotConnect = "08001";
const connectionFailure = "08006";

type ConnectCallback = Parameters<Pool["connect"]>[0];

/** What pg's types leave out of a client. */
type ClientInternals = {
  readonly processID: number;
  readonly connection: { readonly stream: { readonly bytesRead: number; destroy(error?: Error): void } };
};

/** A client that knows for how long a statement of it has been waiting without a byte from the server. */
class WatchedClient extends Client implements WatchedConnection {
  #isIdle = true;
  #statements = 0;
  #progress = "";
  #since = 0;

  constructor(config?: ClientConfig) {
    super(config);
    this.on("drain", () => (this.#isIdle = true));
    // An own property, because pg's overloads cannot be overridden one by one.
    Object.assign(this, {
      query: (...args: unknown[]): unknown => {
        this.#isIdle = false;
        this.#statements += 1;
        return Reflect.apply(Reflect.get(Client.prototype, "query"), this, args);
      },
    });
  }

  get #internals(): ClientInternals {
    return this as unknown as ClientInternals;
  }

  get processId(): number {
    return this.#internals.processID;
  }

  silentSince(): number | undefined {
    if (this.#isIdle) return undefined;
    const progress = `${this.#statements} ${this.#internals.connection.stream.bytesRead}`;
    if (progress !== this.#progress) this.#since = performance.now();
    this.#progress = progress;
    return this.#since;
  }

  cut(): void {
    this.#internals.connection.stream.destroy(
      withCode(new Error("the database gave no answer"), connectionFailure) as Error,
    );
  }
}

/**
 * A pool whose errors all have a code. pg gives none to a connection that ends in the middle of a query, and none
 * to one that does not come about in time, and nothing here may be recognised by its message.
 */
class CodedPool extends Pool {
  readonly #watchdog: ConnectionWatchdog;

  constructor(config: PoolConfig, watchdog: ConnectionWatchdog) {
    super({ ...config, Client: WatchedClient });
    this.#watchdog = watchdog;
    this.on("connect", (client) => {
      codeErrorsOf(client);
      if (client instanceof WatchedClient) watchdog.watch(client);
    });
    this.on("remove", (client) => client instanceof WatchedClient && watchdog.unwatch(client));
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    this.#watchdog.close();
    return callback === undefined ? super.end() : super.end(callback);
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    if (callback === undefined) {
      return super.connect().catch((error: unknown) => {
        throw withCode(error, cannotConnect);
      });
    }
    super.connect((error, client, release) => {
      withCode(error, cannotConnect);
      callback(error, client, release);
    });
  }
}

/**
 * A client's "error" event comes before the same error reaches its queries. Those that are asked for after it, as in the
 * middle of a transaction, get an error of their own, without a code: they are to get the same.
 */
export function codeErrorsOf(client: ClientBase): void {
  client.on("error", (error) => {
    withCode(error, connectionFailure);
    Object.assign(client, {
      query: async (...args: unknown[]) => {
        const done = args.at(-1);
        if (typeof done !== "function") throw error;
        done(error);
      },
    });
  });
}

/** How much longer than a statement may take in the server its answer may be on the way. */
const DEADLINE_MARGIN_MS = 2_000;

/** @param config - With the statement timeout that its connections have in the server; 0 for none. */
export function openPool(config: PoolConfig & { readonly statement_timeout: number }, log: Logger): Pool {
  const { max: _max, statement_timeout: timeoutMs, ...connection } = config;
  const deadlineMs = timeoutMs === 0 ? Infinity : timeoutMs + DEADLINE_MARGIN_MS;
  const pool = new CodedPool(config, createConnectionWatchdog(connection, deadlineMs, log));
  pool.on("error", (error) => log.warn({ err: error }, "an idle connection to the database was lost"));
  return pool;
}

import { Socket } from "node:net";
import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig } from "pg";
import type { Logger } from "pino";
import { onMissingPassword, onServerMessage, onTlsRefusal, processIdOf } from "../patches/pg-client.js";
import type { Tracing } from "../tracing/tracing.js";
import { type ConnectionWatchdog, createConnectionWatchdog, type WatchedConnection } from "./connection-watchdog.js";
import { CANNOT_CONNECT, CONNECTION_LOST, PASSWORD_MISSING, TLS_NOT_OFFERED, withCode } from "./errors.js";

const READ_ONLY = "25006";

/** pg-pool passes its own configuration on to the client. */
type ServiceConfig = { readonly refusesStandby?: boolean };

type ConnectCallback = Parameters<Pool["connect"]>[0];

/**
 * A client that adds a code to connection errors. pg adds no code to the error of a connection that breaks, nor to the
 * errors of later queries.
 */
type PoolTracing = Pick<Tracing, "startStatement" | "bind">;

/** Returns the SQL of a text, a configuration or a pg Query. */
const textOf = (statement: unknown): string =>
  typeof statement === "string" ? statement : ((statement as { text?: string } | null)?.text ?? "");

export class ServiceClient extends Client implements WatchedConnection {
  readonly #socket: Socket;
  #failure: unknown;
  #isIdle = true;
  #statements = 0;
  #progress = "";
  #since = 0;
  tracing: PoolTracing | undefined;

  constructor(config: ClientConfig & ServiceConfig = {}) {
    const socket = new Socket();
    // A spread would lose the password, because pg-pool hides it in its options.
    super({ ...config, password: config.password, stream: () => socket });
    this.#socket = socket;
    this.on("drain", () => (this.#isIdle = true));
    this.on("error", (error) => (this.#failure = withCode(error, CONNECTION_LOST)));
    onTlsRefusal(this, socket, (error) => withCode(error, TLS_NOT_OFFERED));
    // pg would leave the socket open, so that a command would end only when the server closes it.
    onMissingPassword(this, () =>
      socket.destroy(withCode(new Error("the server demands a password"), PASSWORD_MISSING) as Error),
    );
    if (config.refusesStandby === true) this.#refuseStandby();
  }

  // Closes a connection to a standby, which would answer reads with data of unknown age. Behind a pooler, a demoted
  // server may not announce itself, and only refuses writes.
  #refuseStandby(): void {
    const end = () => this.#socket.destroy(withCode(new Error("the database is read-only"), READ_ONLY) as Error);
    let isReadOnly = false;
    onServerMessage(this, "parameterStatus", ({ parameterName, parameterValue }) => {
      if (parameterName === "in_hot_standby" && parameterValue === "on") end();
    });
    onServerMessage(this, "errorMessage", ({ code }) => (isReadOnly ||= code === READ_ONLY));
    onServerMessage(this, "readyForQuery", () => isReadOnly && end());
  }

  override query(...args: unknown[]): never {
    if (this.#failure !== undefined) return this.#refuse(args.at(-1)) as never;
    this.#isIdle = false;
    this.#statements += 1;
    const end = this.tracing?.startStatement(textOf(args[0]));
    return end === undefined ? this.#send(args) : this.#trace(args, end);
  }

  #send(args: unknown[]): never {
    return super.query(...(args as [string])) as never;
  }

  #trace(args: unknown[], end: (error?: unknown) => void): never {
    const callback = args.at(-1);
    if (typeof callback !== "function") {
      const running: unknown = this.#send(args);
      if (running instanceof Promise) running.then(() => end(), end);
      else end();
      return running as never;
    }
    const endAndCall = (error: unknown, ...rest: unknown[]) => {
      end(error);
      callback(error, ...rest);
    };
    return this.#send([...args.slice(0, -1), endAndCall]);
  }

  get processId(): number {
    return processIdOf(this);
  }

  silentSince(): number | undefined {
    if (this.#isIdle) return undefined;
    const progress = `${this.#statements} ${this.#socket.bytesRead}`;
    if (progress !== this.#progress) this.#since = performance.now();
    this.#progress = progress;
    return this.#since;
  }

  cut(): void {
    this.#socket.destroy(withCode(new Error("the database gave no answer"), CONNECTION_LOST) as Error);
  }

  async #refuse(callback: unknown): Promise<void> {
    if (typeof callback !== "function") throw this.#failure;
    callback(this.#failure);
  }
}

/** Adds a code to the error of a connection that is not opened in time, because pg gives it none. */
class ServicePool extends Pool {
  readonly #watchdog: ConnectionWatchdog;
  readonly #tracing: PoolTracing | undefined;
  /** `totalCount` would also count connections that are being opened. */
  openCount = 0;

  constructor(config: PoolConfig, watchdog: ConnectionWatchdog, tracing?: PoolTracing) {
    super({ ...config, Client: ServiceClient });
    this.#watchdog = watchdog;
    this.#tracing = tracing;
    this.on("remove", () => (this.openCount -= 1));
    this.on("connect", (client) => {
      this.openCount += 1;
      if (!(client instanceof ServiceClient)) return;
      client.tracing = tracing;
      watchdog.watch(client);
    });
    this.on("remove", (client) => client instanceof ServiceClient && watchdog.unwatch(client));
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
        throw withCode(error, CANNOT_CONNECT);
      });
    }
    // The callback would run in the context of the caller that returns a connection, so it is bound to the trace of its
    // own caller.
    const proceed = this.#tracing?.bind(callback) ?? callback;
    super.connect((error, client, release) => {
      if (error !== undefined) withCode(error, CANNOT_CONNECT);
      proceed(error, client, release);
    });
  }
}

/** Tells whether all connections of the pool are in use, so that a statement would have to wait for one. */
export const isBusy = (pool: Pool): boolean =>
  pool instanceof ServicePool && pool.openCount > 0 && pool.idleCount === 0;

/** Asks whether the database answers. */
export const ping = (pool: Pool): Promise<unknown> => pool.query("SELECT 1");

/** Asks for the time on the clock of the database. */
export const askTime = async (pool: Pool): Promise<Date> => {
  const { rows } = await pool.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  return (rows[0] as { now: Date }).now;
};

/**
 * Logs that an idle connection was lost. A pool that ends does not wait until the server has closed its connections. A
 * server that is stopped next then ends them with an error, which nobody needs to know.
 */
export const warnOfLostConnections = (pool: Pool, log: Logger, sentence: string): void =>
  void pool.on("error", (error) => pool.ending || log.warn({ err: error }, sentence));

/** How long the response may take beyond the statement timeout. */
const DEADLINE_MARGIN_MS = 2_000;

type Config = PoolConfig & ServiceConfig;

/** @param timeoutMs - The statement timeout of the pool's sessions; 0 means none. */
export const openPool = (config: Config, timeoutMs: number, log: Logger, tracing?: PoolTracing): Pool => {
  const { max: _max, refusesStandby: _refusesStandby, statement_timeout: _timeout, ...connection } = config;
  const deadlineMs = timeoutMs === 0 ? Infinity : timeoutMs + DEADLINE_MARGIN_MS;
  const pool = new ServicePool(config, createConnectionWatchdog(connection, deadlineMs, log), tracing);
  warnOfLostConnections(pool, log, "An idle connection to the database was lost.");
  return pool;
};

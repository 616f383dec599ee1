import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Scope } from "@petstore/contract/routes";
import { pino } from "pino";
import { expect } from "vitest";
import { insertApiKey, type NewApiKeyRecord } from "../../src/credentials/api-keys/insert-api-key.js";
import { type Config, parseConfig } from "../../src/config/config.js";
import { closeDeps, createDeps, type Deps } from "../../src/compose.js";
import { drain } from "../../src/startup/drain.js";
import { listen } from "../../src/startup/listen.js";
import { serializeError } from "../../src/startup/serialize-error.js";
import type { AccountRole } from "../../src/generated/client.js";
import { createServer, type Handlers } from "../../src/compose.js";
import { addAccount } from "./builders.js";
import { cheapHashing } from "./cheap-hashing.js";
import { createSecrets, keysIn, type Secrets } from "./secrets.js";
import { createTestDatabase, type TestDatabase } from "./test-database.js";

type Answer = { status: number; headers: Headers; text: string; body: unknown };
type RequestOptions = { key?: string; headers?: Record<string, string>; body?: unknown; raw?: BodyInit };

export type TestApi = {
  deps: Deps;
  server: Server;
  database: TestDatabase;
  /** The address of the service, without `/v1`. */
  origin: string;
  /** A key of scope write, which `send` uses by default. */
  key: string;
  /**
   * Sends a request such as `send("GET /v1/pets?limit=1")`. `body` is sent as JSON and `raw` unchanged; `key: ""` sends
   * no key.
   */
  send(line: string, options?: RequestOptions): Promise<Answer>;
  /** Sends bytes on a new connection. @returns All bytes until the service closes the connection. */
  sendBytes(...chunks: (string | Buffer)[]): Promise<string>;
  /** Creates a key. By default it belongs to the test's owner. */
  makeKey(scope: Scope, rest?: Partial<NewApiKeyRecord>): Promise<string>;
  /** Makes an account without a password. */
  makeAccount(role?: AccountRole): Promise<bigint>;
  /**
   * Call it after a change with SQL, and await it. Until the change feed delivers the change, the service may answer
   * from its cache.
   */
  heard(): Promise<void>;
  logged: Record<string, unknown>[];
  /**
   * All keys, and the secrets that a test adds. `close` fails if the log, the database or an error body contains one of
   * them.
   */
  secrets: Secrets;
  close(): Promise<void>;
};

const isJson = (headers: Headers) => headers.get("content-type")?.startsWith("application/json") ?? false;

const createSend =
  (origin: string, defaultKey: string, secrets: Secrets): TestApi["send"] =>
  async (line, { key = defaultKey, headers = {}, body, raw } = {}) => {
    const [method = "", path = ""] = line.split(" ");
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...(key === "" ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(raw === undefined ? {} : { body: raw }),
    });
    const text = await response.text();
    if (response.ok) secrets.add(...keysIn(text));
    else secrets.watch(`the answer ${response.status} to ${method}`, text);
    const parsed: unknown = text !== "" && isJson(response.headers) ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, body: parsed };
  };

const createSendBytes =
  (origin: string): TestApi["sendBytes"] =>
  (...chunks) =>
    new Promise((resolve, reject) => {
      const received: Buffer[] = [];
      const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => {
        for (const chunk of chunks) socket.write(chunk);
      });
      socket.on("data", (data) => received.push(data));
      socket.on("error", reject);
      socket.on("close", () => resolve(Buffer.concat(received).toString()));
    });

/** Notifications arrive in the order of the commits, so a marker arrives after all earlier changes. */
const createHeard = ({ changeFeed }: Pick<Deps, "changeFeed">, { pool }: TestDatabase): TestApi["heard"] => {
  const marks = new Map<string, () => void>();
  changeFeed.subscribe("petstore_credentials", (payload) => {
    // A notification without a payload means that there is a new connection. It invalidates everything.
    for (const [mark, resolve] of marks) if (payload === undefined || payload === mark) resolve();
  });
  return async () => {
    const mark = randomUUID();
    const isHeard = new Promise<void>((resolve) => marks.set(mark, resolve));
    await pool.query("SELECT pg_notify('petstore_credentials', $1)", [mark]);
    await isHeard;
    marks.delete(mark);
  };
};

/** The operations that the fast path answers. Every other operation reaches Express in both ways below. */
export const fastOperations: readonly string[] = [
  ...["listPets", "getPet", "createPet", "createPetBatch", "updatePet", "createOrder", "updateOrder"],
];

type Way = readonly [
  name: string,
  adapt: ((handlers: Handlers) => Handlers) | undefined,
  isOwn: (one: { readonly operationId: string }) => boolean,
];

/**
 * The ways that a request can take. Use it as in `describe.each(ways)("PATCH /orders through %s", (_way, adapt) => …)`.
 * `isOwn` says whether an operation takes this way only here, so that a test over all operations tries each way once.
 */
export const ways: readonly Way[] = [
  ["the fast path", undefined, () => true],
  [
    "Express",
    ({ express }) => ({ fastPath: new Map(), express }),
    ({ operationId }) => fastOperations.includes(operationId),
  ],
];

/**
 * Starts the whole service in this process, on a new database. Every response is validated against the contract.
 * @param env - The environment variables of the service.
 * @param overrides - Replace parts of Deps, for example `clock`.
 * @param adapt - Replaces the handlers that the gate calls.
 */
export const createTestApi = async (
  env: Record<string, string> = {},
  overrides: Partial<Deps> = {},
  adapt?: (handlers: Handlers) => Handlers,
): Promise<TestApi> => {
  const config: Config = parseConfig({
    PORT: "0",
    LOG_LEVEL: "trace",
    AUTH_SECRET: randomUUID(),
    DATA_DIR: join(tmpdir(), "petstore-tests"),
    WEB_DIR: "none",
    DOCS_DIR: "none",
    WEBHOOK_ALLOW: "127.0.0.0/8",
    ...env,
  });
  const database = await createTestDatabase();
  const secrets = createSecrets();
  if (config.authSecret !== undefined) secrets.add(config.authSecret);
  const logged: Record<string, unknown>[] = [];
  const write = (line: string) => {
    logged.push(JSON.parse(line));
    secrets.watch("the log", line);
  };
  const log = pino({ level: config.logLevel, serializers: { err: serializeError } }, { write });
  const store = { ...database, isPrivate: false, close: () => database.drop() };
  const usual = await createDeps(config, log, store);
  usual.life.state = "ready";
  // Nothing may be sent in the background of a test. Tests of webhooks open a sender of their own, which may replace
  // this one. The words of pets are written when a test searches.
  await Promise.all([usual.webhooks.close(), usual.searchKeeper.close()]);
  const deps: Deps = { ...usual, ...{ isResponseValidated: true, passwordHashing: cheapHashing }, ...overrides };
  const server = createServer(deps, adapt);
  const origin = await listen(server, config);
  const makeAccount: TestApi["makeAccount"] = (role = "owner") => addAccount(database, role);
  const ownerId = await makeAccount();
  const makeKey: TestApi["makeKey"] = async (scope, rest = {}) => {
    const newKey = { name: "test", scope, accountId: ownerId, ...rest };
    const { key } = await insertApiKey(database.db, config.environment, newKey);
    secrets.add(key);
    return key;
  };
  const key = await makeKey("write");
  const close = async () => {
    await drain(server, 0);
    const leaks = database.pool.ended ? [] : await secrets.find(database);
    await closeDeps(deps);
    expect(leaks, "places that contain a secret").toEqual([]);
  };
  return {
    ...{ deps, server, database, origin, key, makeKey, makeAccount, logged, secrets, close },
    heard: createHeard(deps, database),
    send: createSend(origin, key, secrets),
    sendBytes: createSendBytes(origin),
  };
};

/** A service whose requests have a key of scope `admin` unless they name another. */
export const createAdminApi = async (): Promise<TestApi> => {
  const made = await createTestApi();
  const key = await made.makeKey("admin");
  return { ...made, key, send: (line, options) => made.send(line, { key, ...options }) };
};

/** Builds an Error body for `toEqual`. By default it matches any message. */
export const errorBody = (code: string, status: number, message: unknown = expect.any(String)) => ({
  code,
  message,
  status,
});

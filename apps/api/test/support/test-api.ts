import type { Server } from "node:http";
import { connect } from "node:net";
import type { Scope } from "@petstore/contract";
import { pino } from "pino";
import { expect } from "vitest";
import { createApiKey, type NewApiKey } from "../../src/api-keys/create-api-key.js";
import { type Config, parseConfig } from "../../src/config.js";
import { closeDeps, createDeps, type Deps } from "../../src/deps.js";
import { drain, listen } from "../../src/listen.js";
import { createServer } from "../../src/server.js";
import { createTestDatabase, type TestDatabase } from "./test-database.js";

type Answer = { status: number; headers: Headers; text: string; body: unknown };
type RequestOptions = { key?: string; headers?: Record<string, string>; body?: unknown; raw?: BodyInit };

export type TestApi = {
  deps: Deps;
  server: Server;
  database: TestDatabase;
  /** The service's address, without `/v1`. */
  origin: string;
  /** A key of scope write, sent by `send` unless told otherwise. */
  key: string;
  /** `send("GET /v1/pets?limit=1")`. A `body` is sent as JSON, `raw` as it is; `key: ""` sends no key. */
  send(line: string, options?: RequestOptions): Promise<Answer>;
  /** Sends bytes as they are on a connection of their own, and answers all that comes back until it closes. */
  sendBytes(...chunks: (string | Buffer)[]): Promise<string>;
  makeKey(scope: Scope, rest?: Partial<NewApiKey>): Promise<string>;
  /** What the service has logged, parsed. */
  logged: Record<string, unknown>[];
  close(): Promise<void>;
};

const isJson = (headers: Headers) => headers.get("content-type")?.startsWith("application/json") ?? false;

const createSend =
  (origin: string, defaultKey: string): TestApi["send"] =>
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

/**
 * The whole service, listening, on a database of its own. Every answer is held against the contract.
 * @param env - Variables as the service would read them.
 * @param overrides - Parts to put in the place of the real ones, such as `clock`.
 */
export const createTestApi = async (
  env: Record<string, string> = {},
  overrides: Partial<Deps> = {},
): Promise<TestApi> => {
  const config: Config = parseConfig({ PORT: "0", LOG_LEVEL: "trace", ...env });
  const database = await createTestDatabase();
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: config.logLevel }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const store = { ...database, isPrivate: false, close: () => database.drop() };
  const deps = { ...(await createDeps(config, log, store)), isResponseValidated: true, ...overrides };
  const server = createServer(deps);
  const origin = await listen(server, config);
  const makeKey: TestApi["makeKey"] = async (scope, rest = {}) =>
    (await createApiKey(database.db, config.environment, { name: "test", scope, createdBy: "test", ...rest })).key;
  const key = await makeKey("write");
  const close = async () => {
    await drain(server);
    await closeDeps(deps);
  };
  return {
    ...{ deps, server, database, origin, key, makeKey, logged, close },
    send: createSend(origin, key),
    sendBytes: createSendBytes(origin),
  };
};

/** What an Error body must be, whatever its message: for `toEqual`. */
export const errorBody = (code: string, status: number, message: unknown = expect.any(String)) => ({
  code,
  message,
  status,
});

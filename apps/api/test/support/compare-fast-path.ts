import fc from "fast-check";
import { expect, vi } from "vitest";
import type { openFastPathPair, Side } from "./fast-path-pair.js";
import { cursorOf, linksOf } from "./links.js";
import { type Condition, type RandomRequest, randomRequest } from "./random-requests.js";

type Pair = Awaited<ReturnType<typeof openFastPathPair>>;
/** A tag depends on the times in a body. A HEAD, and a 304 that any tag gets, do not show whether there are times. */
const hidesBody = ({ method, condition }: Pick<RandomRequest, "method" | "condition">) =>
  method === "HEAD" || condition === "any";

/** Values from earlier responses: ETags by their targets, and cursors by their listings. */
type Seen = { readonly tags: Map<string, string>; readonly cursors: Map<string, string> };

const conditionField = (method: string, condition: Condition, tag: string): string => {
  const values: Record<Condition, string> = {
    exact: tag,
    weak: `W/${tag}`,
    list: `"old", W/"older" ,, ${tag}`,
    any: "*",
    stale: '"old"',
    malformed: "old",
    empty: "",
  };
  return `${method === "PATCH" || method === "DELETE" ? "If-Match" : "If-None-Match"}: ${values[condition]}`;
};

const targetOf = ({ path, query }: RandomRequest, { cursors }: Seen): string => {
  const known = cursors.get(path) ?? "none";
  const parameters = query.map((parameter) =>
    parameter.replace(/=<(?:next|prev)>$/, () => `=${known}`).replace(/=<altered>$/, () => `=${known.slice(0, -2)}AA`),
  );
  return parameters.length === 0 ? path : `${path}?${parameters.join("&")}`;
};

/**
 * Returns repeats of a request: with the same query, with the parameters in reverse order, and with one parameter
 * twice.
 */
const repeatsOf = ({ query, times }: RandomRequest): (readonly string[])[] =>
  [query, query, query.toReversed(), [...query, ...query.slice(0, 1)]].slice(0, times);

const credentialOf = (key: RandomRequest["key"], keys: Side["keys"]): string[] => {
  const tokens: Record<RandomRequest["key"], string[]> = {
    read: [`Authorization: Bearer ${keys.read}`],
    write: [`Authorization: bearer ${keys.write}`],
    admin: [`Authorization: Bearer ${keys.admin}`],
    none: [],
    wrong: [`Authorization: Bearer ${keys.read.slice(0, -1)}!`],
    basic: ["Authorization: Basic YTpi"],
  };
  return tokens[key];
};

const trailer = Buffer.from("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Request-Id: trailer\r\n\r\n");

const write = (request: RandomRequest, target: string, keys: Side["keys"], { tags }: Seen): Buffer => {
  const { method, key, fields, condition, body, isKeptAlive } = request;
  const text = body?.text ?? Buffer.alloc(0);
  const framing = body?.isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${text.length}`;
  const head = [
    `${method} ${target} HTTP/1.1`,
    "Host: pets.example",
    ...credentialOf(key, keys),
    ...fields,
    ...(condition === undefined ? [] : [conditionField(method, condition, tags.get(target) ?? '"none"')]),
    ...(body === undefined ? [] : [framing]),
    ...(isKeptAlive ? [] : ["Connection: close"]),
  ];
  const chunks = [Buffer.from(`${text.length.toString(16)}\r\n`), text, Buffer.from("\r\n0\r\n\r\n")];
  const sent =
    body?.isChunked && text.length > 0 ? chunks : [body?.isChunked ? "0\r\n\r\n" : text].map((it) => Buffer.from(it));
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), ...sent, ...(isKeptAlive ? [trailer] : [])]);
};

/**
 * Masks everything that may differ: dates, generated ids and keys, the times of what each side creates or changes and
 * therefore its tag, and the rate limit (which does not count a 304 from the response cache).
 */
const normalise = (answer: string): string =>
  answer
    .replace(/^Date: .*$/gm, "Date: -")
    .replace(/^X-Request-Id: [0-9a-f]{32}\r$/gm, "X-Request-Id: -\r")
    .replace(/^RateLimit: "default";r=\d+;t=\d+\r$/gm, "RateLimit: -\r")
    .replace(/^ETag: .*(?=\r$[^]*"(?:created|updated)At":)/m, "ETag: -")
    .replaceAll(/"(createdAt|updatedAt)":"[^"]*"/g, '"$1":"-"')
    .replace(/"[0-9a-f]{8,16}-(?=[0-9]+")/g, '"-')
    .replace(/"key":"pets_live_\w{38}"/, '"key":"-"');

const headOf = (answer: string) => answer.slice(0, answer.indexOf("\r\n\r\n"));
const fieldOf = (answer: string, name: string) => new RegExp(`^${name}: (.*)\r?$`, "m").exec(headOf(answer))?.[1];
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]);

const note = (seen: Seen, path: string, target: string, answer: string) => {
  const [tag, link] = [fieldOf(answer, "ETag"), fieldOf(answer, "Link")];
  // With times in the body, the two services have different tags.
  if (tag !== undefined && !/"(?:created|updated)At":/.test(answer)) seen.tags.set(target, tag);
  const links = linksOf(link ?? null);
  const to = links["next"] ?? links["prev"];
  if (to !== undefined) seen.cursors.set(path, cursorOf(to));
};

/**
 * Sends one request to both sides.
 * @returns Both responses, and whether Express was called only on the side without the fast path.
 */
const sendToBoth = async ({ fast, plain }: Pair, bytesFor: (side: Side) => Buffer, trailers: number) => {
  const sides = [fast, plain];
  const before = sides.map((side) => side.expressCalls());
  const [ofFast = "", ofPlain = ""] = await Promise.all(sides.map((side) => side.send(bytesFor(side))));
  const [byFast = 0, byPlain = 0] = sides.map((side, at) => side.expressCalls() - (before[at] ?? 0) - trailers);
  return { ofFast, ofPlain, isFast: byFast === 0 && byPlain === 1 };
};

export type Comparison = {
  /** The number of requests that the fast path alone has answered on its side, by method, path and status. */
  readonly taken: ReadonlyMap<string, number>;
  /** The operations that were requested. */
  readonly sent: ReadonlySet<string>;
  /** How many responses came from the response cache. */
  readonly hits: number;
};

/**
 * The settings for CORS: off and on. With CORS, Express sets header fields before the gate does, so their order
 * differs.
 */
export const corsSettings: [string, Record<string, string>][] = [
  ["without CORS", {}],
  ["with CORS", { CORS_ORIGINS: "https://shop.example" }],
];

/** Sends random requests to both sides, eight in a run, and expects the same bytes from both. */
export const compareFastPath = async (pair: Pair, seed: number, runs: number): Promise<Comparison> => {
  const { changeFeed, responseCache } = pair.fast.api.deps;
  await vi.waitFor(() => expect(changeFeed.isCurrent()).toBe(true), { timeout: 20_000, interval: 5 });
  const seen: Seen = { tags: new Map(), cursors: new Map() };
  const taken = new Map<string, number>();
  const sent = new Set<string>();
  const found = vi.spyOn(responseCache, "find");
  const exchange = async (request: RandomRequest) => {
    const target = targetOf(request, seen);
    const bytesFor = (side: Side) => write(request, target, side.keys, seen);
    const { ofFast, ofPlain, isFast } = await sendToBoth(pair, bytesFor, request.isKeptAlive ? 1 : 0);
    const shown = (answer: string) =>
      hidesBody(request) ? normalise(answer).replace(/^ETag: .*\r$/m, "ETag: -\r") : normalise(answer);
    expect(shown(ofFast)).toBe(shown(ofPlain));
    if (!hidesBody(request)) note(seen, request.path, target, ofFast);
    sent.add(request.operationId);
    const kind = `${request.method} ${request.path.replace(/[0-9]+$/, "{id}")} ${statusOf(ofFast)}`;
    if (isFast) taken.set(kind, (taken.get(kind) ?? 0) + 1);
  };
  const sequences = fc.array(randomRequest, { minLength: 8, maxLength: 8 });
  const property = fc.asyncProperty(sequences, async (requests) => {
    for (const request of requests) {
      for (const query of repeatsOf(request)) await exchange({ ...request, query });
    }
  });
  // Shrinking would not help, because each request changes the rows.
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
  const isHit = ({ value }: { value: unknown }) => value !== undefined && !(value instanceof Promise);
  return { taken, sent, hits: found.mock.results.filter(isHit).length };
};

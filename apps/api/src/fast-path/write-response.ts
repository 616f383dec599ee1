import type { ServerResponse } from "node:http";
import { answerError } from "../gate/answer-error.js";
import { refundRequest } from "../gate/limit-rate.js";
import type { RequestContext } from "../request/request-context.js";
import { hasWaitedForTurn } from "../gate/turn-budget.js";
import { namesTag, validatorFields } from "../operation/etag.js";
import type { TaggedJson } from "../operation/json-compression.js";
import type { CachedResponse } from "./response-cache/response-cache.js";

type Deferred = { readonly context: RequestContext; readonly write: () => void };

let deferred: Deferred[] = [];

const writeNow = ({ context, write }: Deferred) => {
  try {
    // The request may have passed its deadline or lost its connection in the meantime.
    if (!context.response.headersSent && !context.response.destroyed) write();
  } catch (error) {
    answerError(context.response, error);
  }
};

const writeAll = () => {
  const all = deferred;
  deferred = [];
  for (const one of all) writeNow(one);
};

/**
 * Writes at the turn's end, because writes are cheaper if no client wakes up between two of them
 * (docs/performance-notes.md).
 */
export const deferWrite = (context: RequestContext, write: () => void): void => {
  if (hasWaitedForTurn()) return writeNow({ context, write });
  if (deferred.push({ context, write }) === 1) setImmediate(writeAll);
};

export const toFields = (headers: Readonly<Record<string, string>>): string[] => {
  const fields: string[] = [];
  for (const name in headers) fields.push(name, headers[name] as string);
  return fields;
};

/** Returns the fields that Express sets last. @param length - In bytes. */
export const jsonFields = (length: number) => ({
  "Content-Type": "application/json; charset=utf-8",
  "Content-Length": String(length),
});

type Traits = {
  /** True if a client may store the response. The contract's `isStored` decides this for each route. */
  readonly isStored: boolean;
  readonly isCompressible?: boolean;
};

export const toCachedResponse = (
  { text: json, tag, compressed }: TaggedJson,
  headers: Readonly<Record<string, string>>,
  { isStored, isCompressible = false }: Traits,
): CachedResponse => {
  const length = compressed?.length ?? Buffer.byteLength(json);
  // Node sends a string body and the head in one write, and latin1 is the fastest encoding. It has a character for each
  // byte, so it also encodes what is compressed.
  const text = compressed?.toString("latin1") ?? json;
  const vary = isCompressible ? "Authorization, Accept-Encoding" : "Authorization";
  const fields = { Vary: vary, ...headers, ...validatorFields(tag, isStored), ...jsonFields(length) };
  return {
    tag,
    fields: toFields(compressed === undefined ? fields : { ...fields, "Content-Encoding": "gzip" }),
    isStored,
    vary,
    text,
    encoding: length === text.length ? "latin1" : "utf8",
  };
};

/**
 * Does not call `end`, because `end` would append an empty string, and Node has a slower call for two strings
 * (docs/performance-notes.md).
 */
const endWith = (response: ServerResponse, text: string, encoding: CachedResponse["encoding"]): void => {
  const { socket } = response;
  // An earlier response of the connection still has the socket.
  if (socket === null) return void response.end(text, encoding);
  // Without `cork`, `write` would wait for the next tick.
  socket.cork();
  response.write(text, encoding);
  socket.uncork();
  response.end();
};

const write = ({ request, response, fields }: RequestContext, cached: CachedResponse, isFromCache: boolean): void => {
  const ifNoneMatch = request.headers["if-none-match"];
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, cached.tag)) {
    fields.applyToResponse();
    if (isFromCache) refundRequest(response);
    fields.writeHead(304, toFields({ Vary: cached.vary, ...validatorFields(cached.tag, cached.isStored) }));
    return void response.end();
  }
  fields.writeHead(200, cached.fields);
  if (request.method === "HEAD") response.end();
  else endWith(response, cached.text, cached.encoding);
};

/**
 * Sends the same bytes as Express.
 * @param isFromCache - If true, a 304 does not count against the rate limit, because it needed no query.
 */
export const sendCachedResponse = (context: RequestContext, cached: CachedResponse, isFromCache: boolean): true => {
  deferWrite(context, () => write(context, cached, isFromCache));
  return true;
};

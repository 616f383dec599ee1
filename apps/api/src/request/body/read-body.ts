import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { bodyMediaTypes } from "@petstore/contract/routes";
import { parse as parseContentType } from "content-type";
import { unsupportedMediaType } from "../../errors.js";
import { keyedBodies, openRoom } from "./body-budget.js";
import { openKeylessRoom } from "./keyless-bodies.js";
import { parseJsonText } from "./parse-json-text.js";
import { receiveBody } from "./receive-body.js";
import type { RequestContext } from "../request-context.js";

const HASHED_PER_TURN = 1_048_576;

/** @throws AppError 415 */
export const checkEncoding = (request: IncomingMessage) => {
  const encoding = request.headers["content-encoding"];
  if (encoding === undefined || encoding.toLowerCase() === "identity") return;
  // RFC 9110 §15.5.16: Accept-Encoding in a 415 lists the supported codings.
  throw unsupportedMediaType("header Content-Encoding", "must be identity or omitted", {
    "Accept-Encoding": "identity",
  });
};

const mediaTypeOf = (field: string) => {
  try {
    return parseContentType(field);
  } catch {
    return undefined;
  }
};

/** RFC 8259 §11 defines no `charset` parameter. UTF-8 is harmless, and any other charset violates §8.1. */
const checkContentType = (request: IncomingMessage) => {
  const mediaTypes = bodyMediaTypes(request.method);
  const fields = request.headersDistinct["content-type"] ?? [];
  const type = fields.length === 1 ? mediaTypeOf(fields[0] ?? "") : undefined;
  const charset = type?.parameters?.["charset"]?.toLowerCase() ?? "utf-8";
  if (type === undefined || !mediaTypes.includes(type.type) || charset !== "utf-8") {
    throw unsupportedMediaType(
      "header Content-Type",
      `must be ${mediaTypes.join(" or ")} in UTF-8`,
      request.method === "PATCH" ? { "Accept-Patch": mediaTypes.join(", ") } : {},
    );
  }
};

/** @throws AppError 415 */
export const checkContentHeaders = (request: IncomingMessage) => {
  checkEncoding(request);
  checkContentType(request);
};

export const accountOf = ({ principal }: RequestContext): string => {
  if (principal === undefined)
    throw new TypeError("The body of a request without a key was read like that of a request with a key.");
  return principal.flow.account;
};

/**
 * @param limit - At most `MAX_SHARED_BYTES`.
 * @throws AppError 413; 503 if the budget of the account or the total budget is used up.
 */
export const readBytes = (context: RequestContext, limit: number): Promise<Buffer> =>
  receiveBody(context, limit, () => openRoom(keyedBodies, accountOf(context)));

/**
 * @param network - The network of the client.
 * @throws AppError 408, 413; 429 or 503 if newer bodies need the memory.
 */
export const readKeylessBytes = (context: RequestContext, limit: number, network: string): Promise<Buffer> =>
  receiveBody(context, limit, openKeylessRoom(network));

/** @param bytes - It must not be empty. @throws AppError 400, 415. */
export const parseBody = (request: IncomingMessage, bytes: Buffer): unknown => {
  checkContentHeaders(request);
  return parseJsonText(bytes);
};

/**
 * Includes the content headers, because a retry that corrects them after a 415 is a different request. It hashes in
 * slices, so that a large body does not block the event loop.
 */
export const fingerprintOf = async ({ method, headers }: IncomingMessage, target: string, bytes: Buffer) => {
  const head = [method, target, headers["content-type"], headers["content-encoding"]];
  const hash = createHash("sha256").update(`${JSON.stringify(head)}\n`);
  for (let at = 0; at < bytes.length; at += HASHED_PER_TURN) {
    if (at > 0) await nextTurn();
    hash.update(bytes.subarray(at, at + HASHED_PER_TURN));
  }
  return new Uint8Array(hash.digest());
};

import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { MAX_BODY_BYTES, takesBody } from "@petstore/contract";
import { parse as parseContentType } from "content-type";
import type { Request, RequestHandler } from "express";
import { contextOf, type RequestContext } from "../gate/request-context.js";
import { type AppError, invalidRequest, payloadTooLarge, serviceUnavailable, unsupportedMediaType } from "../errors.js";
import type { Deps } from "../deps.js";
import { enterLane } from "./lane-turn.js";
import { returnBodyBytes, takeBodyBytes } from "./body-budget.js";
import { createLargeBodyPlace, type LargeBodyPlace } from "./large-bodies.js";
import { parseJsonText } from "./parse-json-text.js";
import { parseLargeJson } from "./parse-large-json.js";

/** Larger ones are parsed in slices, which takes long strings but few values; that of changePets has many. */
const MAX_JSON_BYTES = 5_242_880;
const HASHED_PER_TURN = 1_048_576;

const checkEncoding = (request: IncomingMessage) => {
  const encoding = request.headers["content-encoding"];
  if (encoding === undefined || encoding.toLowerCase() === "identity") return;
  // RFC 9110 §15.5.16: Accept-Encoding in a 415 lists the supported codings.
  throw unsupportedMediaType("header Content-Encoding must be identity or omitted", {
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

/** RFC 8259 §11 defines no `charset`: UTF-8 is harmless, and any other violates §8.1. */
const checkContentType = (request: IncomingMessage) => {
  const fields = request.headersDistinct["content-type"] ?? [];
  const type = fields.length === 1 ? mediaTypeOf(fields[0] ?? "") : undefined;
  const charset = type?.parameters?.["charset"]?.toLowerCase() ?? "utf-8";
  if (type?.type !== "application/json" || charset !== "utf-8") {
    throw unsupportedMediaType("header Content-Type must be application/json in UTF-8");
  }
};

const checkContentHeaders = (request: IncomingMessage) => {
  checkEncoding(request);
  checkContentType(request);
};

/** @param holder - Charged for the bytes until the response is sent, unless the body has a place of its own. */
const receive = (context: RequestContext, limit: number, holder: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const { request, hasLargeBody = false } = context;
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = () => {
      request.off("data", take).off("end", finish).off("close", abort).off("error", abort);
    };
    const release = () => {
      if (!hasLargeBody) returnBodyBytes(holder, length);
      length = 0;
    };
    const refuse = (refusal: AppError) => {
      stop();
      release();
      // Drain the rest, or the client may not read the response; the server's request timeout bounds this.
      request.resume();
      reject(refusal);
    };
    const take = (chunk: Buffer) => {
      if (length + chunk.length > limit) return refuse(payloadTooLarge(limit));
      if (!hasLargeBody && !takeBodyBytes(holder, chunk.length)) return refuse(serviceUnavailable());
      length += chunk.length;
      chunks.push(chunk);
    };
    const finish = () => {
      stop();
      context.releaseBody = release;
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length));
    };
    const abort = () => {
      stop();
      release();
      reject(invalidRequest("the body ended early; send the whole request again"));
    };
    // A request that was answered before its body arrived, as after a parser error, emits no `close`.
    context.releaseBody = () => {
      abort();
      request.resume();
    };
    if (Number(request.headers["content-length"] ?? 0) > limit) return refuse(payloadTooLarge(limit));
    if (request.destroyed) return abort();
    request.on("data", take).on("end", finish).on("close", abort).on("error", abort);
  });

/** @throws AppError 413 over the limit; 503 if the body budget of the account, or of a keyless address, is spent. */
export const readBytes = (context: RequestContext, limit: number): Promise<Buffer> => {
  const { principal, request } = context;
  const holder = principal ? `account ${principal.account.id}` : `address ${request.socket.remoteAddress}`;
  return receive(context, limit, holder);
};

/** @param bytes - Not empty. @throws AppError 400, 415. */
export const parseBody = (request: IncomingMessage, bytes: Buffer): unknown => {
  checkContentHeaders(request);
  return parseJsonText(bytes);
};

/**
 * Covers the content headers: a retry that corrects them after a 415 is a different request. Hashes in slices, so that a
 * large body does not hold up the event loop.
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

const readBody = async (deps: Pick<Deps, "lanes">, context: RequestContext, request: Request, limit: number) => {
  const bytes = context.body ?? (await readBytes(context, limit));
  if (request.headers["idempotency-key"] !== undefined) {
    context.fingerprint ??= await fingerprintOf(request, request.originalUrl, bytes);
  }
  if (bytes.length === 0) throw invalidRequest("body is required");
  await enterLane(deps, context);
  if (limit <= MAX_JSON_BYTES) return parseBody(request, bytes);
  checkContentHeaders(request);
  return parseLargeJson(bytes);
};

/** Releases the place when the request leaves its lane: its work may outlive its connection. */
const releaseWithLane = (context: RequestContext, place: LargeBodyPlace) => {
  const { leaveLane } = context;
  context.leaveLane = () => {
    leaveLane?.();
    place.release();
  };
};

/** Enters the request's lane before it parses the body, and stays in it. */
export const readJsonBody = (deps: Pick<Deps, "lanes">): RequestHandler => {
  const takeLargeBodyPlace = createLargeBodyPlace();
  return async (request, response, next) => {
    const context = contextOf(response);
    const { route, metadata } = context.route ?? {};
    if (route === undefined || !takesBody(route)) return next();
    const limit = metadata?.maxBodyBytes ?? MAX_BODY_BYTES;
    const place = takeLargeBodyPlace(request.headers["content-length"], limit);
    try {
      context.hasLargeBody = place !== undefined;
      request.body = await readBody(deps, context, request, limit);
      if (place !== undefined) releaseWithLane(context, place);
    } catch (error) {
      place?.release();
      throw error;
    }
    next();
  };
};

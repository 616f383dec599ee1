import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { MAX_BODY_BYTES, takesBody } from "@petstore/contract";
import { parse as parseContentType } from "content-type";
import type { Request, RequestHandler } from "express";
import { contextOf, type RequestContext } from "../gate/request-context.js";
import { type AppError, invalidRequest, payloadTooLarge, serviceUnavailable, unsupportedMediaType } from "../errors.js";
import type { Deps } from "../deps.js";
import { enterLane } from "./lane-turn.js";
import { returnBodyBytes, takeBodyBytes } from "./body-budget.js";

const checkEncoding = (request: IncomingMessage) => {
  const encoding = request.headers["content-encoding"];
  if (encoding === undefined || encoding.toLowerCase() === "identity") return;
  // RFC 9110 §15.5.16: the answer names the codings that would have been taken.
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

/** RFC 8259 §11 knows no `charset`; one that says UTF-8 does no harm, and every other contradicts §8.1. */
const checkContentType = (request: IncomingMessage) => {
  const given = request.headersDistinct["content-type"] ?? [];
  const type = given.length === 1 ? mediaTypeOf(given[0] ?? "") : undefined;
  const charset = type?.parameters?.["charset"]?.toLowerCase() ?? "utf-8";
  if (type?.type !== "application/json" || charset !== "utf-8") {
    throw unsupportedMediaType("header Content-Type must be application/json in UTF-8");
  }
};

/** @param holder - Whose share of the memory for bodies it takes, until the response is sent. */
const receive = (context: RequestContext, limit: number, holder: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const { request } = context;
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = () => {
      request.off("data", take).off("end", finish).off("close", breakOff).off("error", breakOff);
    };
    const release = () => {
      returnBodyBytes(holder, length);
      length = 0;
    };
    context.releaseBody = release;
    const refuse = (refusal: AppError) => {
      stop();
      release();
      // The rest is read and dropped, so that the client gets to the answer; the request's time limit bounds it.
      request.resume();
      reject(refusal);
    };
    const take = (chunk: Buffer) => {
      if (length + chunk.length > limit) return refuse(payloadTooLarge(limit));
      if (!takeBodyBytes(holder, chunk.length)) return refuse(serviceUnavailable());
      length += chunk.length;
      chunks.push(chunk);
    };
    const finish = () => {
      stop();
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length));
    };
    const breakOff = () => {
      stop();
      release();
      reject(invalidRequest("body must be complete: the connection closed before its end"));
    };
    if (Number(request.headers["content-length"] ?? 0) > limit) return refuse(payloadTooLarge(limit));
    if (request.destroyed) return breakOff();
    request.on("data", take).on("end", finish).on("close", breakOff).on("error", breakOff);
  });

/**
 * Reads the body of a request. Its account has a share of the memory for bodies; without a key, its address has one.
 * @throws AppError 413 over the limit, 503 where too much is being read already.
 */
export const readBytes = (context: RequestContext, limit: number): Promise<Buffer> => {
  const { principal, request } = context;
  const holder = principal ? `account ${principal.account.id}` : `address ${request.socket.remoteAddress}`;
  return receive(context, limit, holder);
};

/** What a body is taken for belongs to what it says: the remedy of a 415 is another request. */
const fingerprintOf = ({ method, originalUrl, headers }: Request, bytes: Buffer) => {
  const head = [method, originalUrl, headers["content-type"], headers["content-encoding"]];
  return new Uint8Array(
    createHash("sha256")
      .update(`${JSON.stringify(head)}\n`)
      .update(bytes)
      .digest(),
  );
};

const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidRequest("body must be UTF-8");
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidRequest(`body must be valid JSON: ${(error as SyntaxError).message}`);
  }
};

/** Reads a body that is not empty as JSON. @throws AppError 400, 415. */
export const parseBody = (request: IncomingMessage, bytes: Buffer): unknown => {
  checkEncoding(request);
  checkContentType(request);
  return parse(decode(bytes));
};

/**
 * Reads the JSON body of a request whose route takes one; strict about its size, type and encoding. It is parsed in the turn of
 * the request, which it has from here on.
 */
export const readJsonBody =
  (deps: Pick<Deps, "lanes">): RequestHandler =>
  async (request, response, next) => {
    const context = contextOf(response);
    const { route, metadata } = context.route ?? {};
    if (route === undefined || !takesBody(route)) return next();
    const bytes = context.body ?? (await readBytes(context, metadata?.maxBodyBytes ?? MAX_BODY_BYTES));
    if (request.headers["idempotency-key"] !== undefined) {
      context.fingerprint = fingerprintOf(request, bytes);
    }
    if (bytes.length === 0) throw invalidRequest("body is required");
    await enterLane(deps, context);
    request.body = parseBody(request, bytes);
    next();
  };

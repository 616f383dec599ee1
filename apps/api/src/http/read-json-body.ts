import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { MAX_BODY_BYTES, takesBody } from "@petstore/contract";
import { parse as parseContentType } from "content-type";
import type { Request, RequestHandler } from "express";
import getRawBody from "raw-body";
import { contextOf } from "../gate/request-context.js";
import { invalidRequest, payloadTooLarge, unsupportedMediaType } from "../errors.js";

const checkEncoding = (request: IncomingMessage) => {
  const encoding = request.headers["content-encoding"];
  if (encoding === undefined || encoding.toLowerCase() === "identity") return;
  // RFC 9110 §15.5.16: the answer names the codings that would have been taken.
  throw unsupportedMediaType("header Content-Encoding must be identity, or be left out", {
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
    throw unsupportedMediaType("header Content-Type must be application/json, in UTF-8");
  }
};

/** @throws AppError 413 over the limit. */
export const readBytes = async (request: IncomingMessage, limit: number): Promise<Buffer> => {
  try {
    return await getRawBody(request, { limit, length: request.headers["content-length"] ?? null });
  } catch (error) {
    if ((error as { type?: unknown }).type !== "entity.too.large") throw error;
    // The rest is read and dropped, so that the client gets to the answer; the request's time limit bounds it.
    request.resume();
    throw payloadTooLarge(limit);
  }
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

/** Reads the JSON body of a request whose route takes one; strict about its size, type and encoding. */
export const readJsonBody: RequestHandler = async (request, response, next) => {
  const context = contextOf(response);
  const { route, metadata } = context.route ?? {};
  if (route === undefined || !takesBody(route)) return next();
  const bytes = context.body ?? (await readBytes(request, metadata?.maxBodyBytes ?? MAX_BODY_BYTES));
  if (request.headers["idempotency-key"] !== undefined) {
    context.fingerprint = fingerprintOf(request, bytes);
  }
  if (bytes.length === 0) throw invalidRequest("body is required");
  request.body = parseBody(request, bytes);
  next();
};

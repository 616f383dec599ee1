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

/** @param holder - Charged for the bytes until the response is sent. */
const receive = (context: RequestContext, limit: number, holder: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const { request } = context;
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = () => {
      request.off("data", take).off("end", finish).off("close", abort).off("error", abort);
    };
    const release = () => {
      returnBodyBytes(holder, length);
      length = 0;
    };
    context.releaseBody = release;
    const refuse = (refusal: AppError) => {
      stop();
      release();
      // Drain the rest, or the client may not read the response; the server's request timeout bounds this.
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
    const abort = () => {
      stop();
      release();
      reject(invalidRequest("the body ended early; send the whole request again"));
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

/** Covers the content headers: a retry that corrects them after a 415 is a different request. */
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

/** @param bytes - Not empty. @throws AppError 400, 415. */
export const parseBody = (request: IncomingMessage, bytes: Buffer): unknown => {
  checkEncoding(request);
  checkContentType(request);
  return parse(decode(bytes));
};

/** Enters the request's lane before it parses the body, and stays in it. */
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

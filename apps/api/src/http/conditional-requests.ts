import type { IncomingHttpHeaders } from "node:http";
import { isStored } from "@petstore/contract/routes";
import { type AppRoute, isAppRouteOtherResponse, validateResponse } from "@ts-rest/core";
import type { Response } from "express";
import { namesTag, tagOf, validatorFields } from "../operation/etag.js";
import { RawJson } from "../operation/raw-json.js";
import { StoredDocument } from "../operation/stored-document.js";
import { TextStream } from "../operation/text-stream.js";
import { JsonBytes } from "./send-json.js";
import type { AnyAnswer } from "../operation/operation.js";

/** ts-rest's own response validation cannot read JSON text. @throws TsRestResponseError */
export const assertMatchesContract = (route: AppRoute, { status, body }: AnyAnswer): void => {
  // A stored document comes from the contract itself, and is too large to parse for every request.
  if (body instanceof JsonBytes) return;
  if (body instanceof TextStream) {
    const declared = route.responses[status];
    if (declared !== undefined && isAppRouteOtherResponse(declared)) return;
    throw new TypeError(`The contract declares no text for status ${status} of ${route.path}.`);
  }
  const value: unknown = body instanceof RawJson ? JSON.parse(body.text) : body;
  validateResponse({ appRoute: route, response: { status, body: value } });
};

const withRepresentation = async (document: StoredDocument, ifNoneMatch: string | undefined, response: Response) => {
  const { bytes, tag, coding } = await document.select(response.req.headers["accept-encoding"]);
  const validators = validatorFields(tag);
  response.vary("Authorization").vary("Accept-Encoding");
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, tag)) {
    return { status: 304, headers: validators, body: undefined };
  }
  const headers = { ...validators, ...(coding === undefined ? {} : { "Content-Encoding": coding }) };
  return { status: 200, headers, body: new JsonBytes(bytes) };
};

const preconditions = ["If-Match", "If-None-Match"].map((name) => ({ name, field: name.toLowerCase() }));

/**
 * The problems of preconditions that a mutation does not evaluate: RFC 9110 §13.1 forbids to ignore them. Those by date
 * must be ignored, since nothing here has a modification date (§13.1.3, §13.1.4).
 */
export const unsupportedPreconditions = (route: AppRoute, headers: IncomingHttpHeaders): string[] => {
  if (route.method === "GET") return [];
  const declared = (route.headers ?? {}) as object;
  return preconditions
    .filter(({ field }) => headers[field] !== undefined && !(field in declared))
    .map(({ name }) => `header ${name} must be omitted: this operation does not support it`);
};

/** Adds `ETag`, `Cache-Control` and `Vary` to a 200, or turns it into a 304 (RFC 9110 §13.1.2). */
export const withConditionalHeaders = (
  answer: AnyAnswer,
  ifNoneMatch: string | undefined,
  response: Response,
  route: AppRoute,
): AnyAnswer | Promise<AnyAnswer> => {
  if (answer.status !== 200) return answer;
  if (answer.body instanceof StoredDocument) return withRepresentation(answer.body, ifNoneMatch, response);
  const { text, tag } = tagOf(answer);
  const validators = validatorFields(tag, isStored(route));
  response.vary("Authorization");
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, tag)) {
    return { status: 304, headers: validators, body: undefined };
  }
  return { status: 200, headers: { ...answer.headers, ...validators }, body: new RawJson(text) };
};

import { isStored } from "@petstore/contract/routes";
import type { AppRoute } from "@ts-rest/core";
import type { Response } from "express";
import { namesTag, tagOf, validatorFields } from "../operation/etag.js";
import type { AnyAnswer } from "../operation/operation.js";
import { JsonBytes, RawJson } from "../operation/raw-json.js";
import { StoredDocument } from "../operation/stored-document.js";

const withRepresentation = async (
  document: StoredDocument,
  ifNoneMatch: string | undefined,
  response: Response,
  route: AppRoute,
) => {
  const { bytes, tag, coding } = await document.select(response.req.headers["accept-encoding"]);
  const validators = validatorFields(tag, isStored(route));
  response.vary("Authorization").vary("Accept-Encoding");
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, tag)) {
    return { status: 304, headers: validators, body: undefined };
  }
  const headers = { ...validators, ...(coding === undefined ? {} : { "Content-Encoding": coding }) };
  return { status: 200, headers, body: new JsonBytes(bytes) };
};

/** Adds `ETag`, `Cache-Control` and `Vary` to a 200, or turns it into a 304 (RFC 9110 §13.1.2). */
export const withConditionalHeaders = (
  answer: AnyAnswer,
  ifNoneMatch: string | undefined,
  response: Response,
  route: AppRoute,
): AnyAnswer | Promise<AnyAnswer> => {
  if (answer.status !== 200) return answer;
  if (answer.body instanceof StoredDocument) return withRepresentation(answer.body, ifNoneMatch, response, route);
  const { text, tag } = tagOf(answer);
  const validators = validatorFields(tag, isStored(route));
  response.vary("Authorization");
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, tag)) {
    return { status: 304, headers: validators, body: undefined };
  }
  return { status: 200, headers: { ...answer.headers, ...validators }, body: new RawJson(text) };
};

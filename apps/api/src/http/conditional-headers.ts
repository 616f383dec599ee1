import { isStored } from "@petstore/contract/routes";
import type { AppRoute } from "@ts-rest/core";
import type { Response } from "express";
import { namesTag, tagInCoding, tagOf, validatorFields } from "../operation/etag.js";
import { isCompressible, isShort, type JsonCompressor, jsonCodingOf } from "../operation/json-compression.js";
import type { AnyAnswer } from "../operation/operation.js";
import { JsonBytes, RawJson } from "../operation/raw-json.js";
import { assertMatchesContract } from "../request/response-validation.js";
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

type Deps = { readonly jsonCompressor: JsonCompressor; readonly isResponseValidated: boolean };

/** Sends JSON in the coding that the client accepts. A 304 needs no compression. */
const withCompressibleJson = async (
  { jsonCompressor, isResponseValidated }: Deps,
  answer: AnyAnswer,
  ifNoneMatch: string | undefined,
  response: Response,
  route: AppRoute,
) => {
  if (isResponseValidated) assertMatchesContract(route, answer);
  const json = tagOf(answer);
  const coding = jsonCodingOf(response.req.headers["accept-encoding"]);
  response.vary("Authorization").vary("Accept-Encoding");
  const tags = coding === undefined || isShort(json.text) ? [json.tag] : [tagInCoding(json.tag, coding), json.tag];
  const known = ifNoneMatch === undefined ? undefined : tags.find((tag) => namesTag(ifNoneMatch, tag));
  if (known !== undefined) return { status: 304, headers: validatorFields(known, isStored(route)), body: undefined };
  const { text, tag, compressed } =
    coding === undefined ? { ...json, compressed: undefined } : await jsonCompressor.encode(json, coding);
  const headers = { ...answer.headers, ...validatorFields(tag, isStored(route)) };
  if (compressed === undefined) return { status: 200, headers, body: new RawJson(text) };
  return { status: 200, headers: { ...headers, "Content-Encoding": "gzip" }, body: new JsonBytes(compressed) };
};

/** Adds `ETag`, `Cache-Control` and `Vary` to a 200, or turns it into a 304 (RFC 9110 §13.1.2). */
export const withConditionalHeaders = (
  deps: Deps,
  answer: AnyAnswer,
  { route, input }: { readonly route: AppRoute; readonly input: object },
  response: Response,
): AnyAnswer | Promise<AnyAnswer> => {
  if (answer.status !== 200) return answer;
  const ifNoneMatch = response.req.headers["if-none-match"];
  if (answer.body instanceof StoredDocument) return withRepresentation(answer.body, ifNoneMatch, response, route);
  if (isCompressible(route, input)) return withCompressibleJson(deps, answer, ifNoneMatch, response, route);
  const { text, tag } = tagOf(answer);
  const validators = validatorFields(tag, isStored(route));
  response.vary("Authorization");
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, tag)) {
    return { status: 304, headers: validators, body: undefined };
  }
  return { status: 200, headers: { ...answer.headers, ...validators }, body: new RawJson(text) };
};

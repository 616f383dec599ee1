import { type AppRoute, validateResponse } from "@ts-rest/core";
import type { Response } from "express";
import { entityTagOf, namesTag, validatorFields } from "../operation/etag.js";
import { RawJson, rawJsonOf } from "../operation/raw-json.js";
import { StoredDocument } from "../operation/stored-document.js";
import { JsonBytes } from "./send-json.js";
import type { AnyAnswer } from "../operation/operation.js";

/** ts-rest can do so too, but cannot read JSON text. @throws TsRestResponseError where the contract has no such answer. */
export const assertMatchesContract = (route: AppRoute, { status, body }: AnyAnswer): void => {
  // What is stored came out of the contract, and is too large to be read for every request.
  if (body instanceof JsonBytes) return;
  const read: unknown = body instanceof RawJson ? JSON.parse(body.text) : body;
  validateResponse({ appRoute: route, response: { status, body: read } });
};

/** The tag covers the header fields of a listing too: a page that has got a next one is another. */
export const tagOf = ({ body, headers = {} }: AnyAnswer): { readonly text: string; readonly tag: string } => {
  const { text } = rawJsonOf(body);
  const rest = [headers["Link"], headers["Total-Count"]].filter((value) => value !== undefined);
  return { text, tag: entityTagOf(text, ...rest) };
};

/** The same for a document: the tag is that of its content coding. */
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

/**
 * Gives an answer that may be kept what a client needs to ask whether it still holds, and answers 304 to the one that asks
 * so (RFC 9110 §13.1.2). The JSON text that the tag is made of is the one that is sent.
 */
export const withConditionalHeaders = (
  answer: AnyAnswer,
  ifNoneMatch: string | undefined,
  response: Response,
): AnyAnswer | Promise<AnyAnswer> => {
  if (answer.status !== 200) return answer;
  if (answer.body instanceof StoredDocument) return withRepresentation(answer.body, ifNoneMatch, response);
  const { text, tag } = tagOf(answer);
  const validators = validatorFields(tag);
  response.vary("Authorization");
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, tag)) {
    return { status: 304, headers: validators, body: undefined };
  }
  return { status: 200, headers: { ...answer.headers, ...validators }, body: new RawJson(text) };
};

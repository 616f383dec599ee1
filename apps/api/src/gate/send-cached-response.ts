import { namesTag, validatorFields } from "../operation/etag.js";
import type { CachedResponse } from "../response-cache/response-cache.js";
import { deferWrite } from "./deferred-write.js";
import { giveBack } from "./limit-rate.js";
import type { RequestContext } from "./request-context.js";

/** As fields, in the order in which Express sets them. */
export const toFields = (headers: Readonly<Record<string, string>>): string[] => {
  const fields: string[] = [];
  for (const name in headers) fields.push(name, headers[name] as string);
  return fields;
};

/** Of a body that is JSON, so many bytes long: the last fields of an answer. */
export const jsonFields = (length: number) => ({
  "Content-Type": "application/json; charset=utf-8",
  "Content-Length": String(length),
});

/** @param headers - Those of this response, such as `Link`. */
export const toCachedResponse = (
  text: string,
  tag: string,
  headers: Readonly<Record<string, string>>,
): CachedResponse => {
  const length = Buffer.byteLength(text);
  return {
    tag,
    fields: toFields({ Vary: "Authorization", ...headers, ...validatorFields(tag), ...jsonFields(length) }),
    text,
    // Node writes head and body in one piece where the body is a string, and fastest where a character is a byte.
    encoding: length === text.length ? "latin1" : "utf8",
  };
};

const write = ({ request, response, fields }: RequestContext, cached: CachedResponse, isFromCache: boolean): void => {
  const ifNoneMatch = request.headers["if-none-match"];
  if (ifNoneMatch !== undefined && namesTag(ifNoneMatch, cached.tag)) {
    fields.handOver();
    if (isFromCache) giveBack(response);
    fields.writeHead(304, toFields({ Vary: "Authorization", ...validatorFields(cached.tag) }));
    return void response.end();
  }
  fields.writeHead(200, cached.fields);
  if (request.method === "HEAD") response.end();
  else response.end(cached.text, cached.encoding);
};

/**
 * Answers as Express would: the same status, the same header fields in the same order, the same bytes.
 * @param isFromCache - Whether it cost the database nothing: then a 304 costs the key nothing.
 */
export const sendCachedResponse = (context: RequestContext, cached: CachedResponse, isFromCache: boolean): void =>
  deferWrite(context, () => write(context, cached, isFromCache));

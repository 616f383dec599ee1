import { namesTag, validatorFields } from "../operation/etag.js";
import type { CachedResponse } from "../response-cache/response-cache.js";
import { deferWrite } from "./deferred-write.js";
import { giveBack } from "./limit-rate.js";
import type { RequestContext } from "./request-context.js";

/** Alternating names and values, as `writeHead` takes them. */
export const toFields = (headers: Readonly<Record<string, string>>): string[] => {
  const fields: string[] = [];
  for (const name in headers) fields.push(name, headers[name] as string);
  return fields;
};

export const jsonFields = (length: number) => ({
  "Content-Type": "application/json; charset=utf-8",
  "Content-Length": String(length),
});

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
    // Node sends a string body in one write with the head; latin1 is the fastest encoding.
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

/** Sends the same bytes as Express. @param isFromCache - If so, a 304 does not count against the rate limit. */
export const sendCachedResponse = (context: RequestContext, cached: CachedResponse, isFromCache: boolean): void =>
  deferWrite(context, () => write(context, cached, isFromCache));

import { MAX_BODY_BYTES, takesBody, takesIdempotencyKey } from "@petstore/contract/routes";
import type { Request, RequestHandler } from "express";
import type { Lanes } from "../concurrency/lanes.js";
import { invalidAt } from "../errors.js";
import { checkValueCount } from "../request/body/check-value-count.js";
import { enterLane, whenLaneIsLeft } from "../request/lane-turn.js";
import {
  createLargeBodyPlace,
  type LargeBodyPlace,
  MAX_SHARED_BYTES,
  openLargeRoom,
} from "../request/body/large-bodies.js";
import { parseJsonText } from "../request/body/parse-json-text.js";
import { parseLargeJson } from "../request/body/parse-large-json.js";
import { accountOf, checkContentHeaders, readBytes } from "../request/body/read-body.js";
import { holdBody, receiveBody } from "../request/body/receive-body.js";
import { noteFingerprint } from "../request/mutation-call.js";
import { contextOf, type RequestContext } from "../request/request-context.js";

/**
 * Larger bodies are parsed in slices, which allows long strings but few values. The body of changePets has many values,
 * so it must not be larger.
 */
const MAX_JSON_BYTES = 5_242_880;

type BodyDeps = { readonly lanes: Lanes };

const readBody = async (context: RequestContext, limit: number, place: LargeBodyPlace): Promise<Buffer> => {
  if (context.body !== undefined) return context.body;
  if (limit <= MAX_SHARED_BYTES) return readBytes(context, limit);
  const length = context.request.headers["content-length"];
  return receiveBody(context, limit, openLargeRoom(place, accountOf(context), length));
};

const parseInLane = async (deps: BodyDeps, context: RequestContext, request: Request, bytes: Buffer, limit: number) => {
  await noteFingerprint(context, request.originalUrl, bytes);
  if (bytes.length === 0) throw invalidAt("body", "is required");
  await enterLane(deps, context);
  checkContentHeaders(request);
  if (limit <= MAX_JSON_BYTES) {
    await checkValueCount(bytes);
    return parseJsonText(bytes);
  }
  return parseLargeJson(bytes);
};

/** Enters the lane of the request before it parses the body. The request keeps its slot afterwards. */
export const readJsonBody = (deps: BodyDeps): RequestHandler => {
  const place = createLargeBodyPlace();
  return async (request, response, next) => {
    const context = contextOf(response);
    const { route, metadata } = context.route ?? {};
    if (route === undefined || metadata?.bodyTypes !== undefined) return next();
    if (!takesBody(route)) {
      if (takesIdempotencyKey(route)) await noteFingerprint(context, request.originalUrl, Buffer.alloc(0));
      return next();
    }
    const limit = metadata?.maxBodyBytes ?? MAX_BODY_BYTES;
    const bytes = await readBody(context, limit, place);
    const releaseBody = holdBody(context);
    try {
      request.body = await parseInLane(deps, context, request, bytes, limit);
    } catch (error) {
      releaseBody();
      throw error;
    }
    whenLaneIsLeft(context, releaseBody);
    next();
  };
};

import type { IncomingMessage } from "node:http";
import { PROBLEM_ACCEPT, PROBLEM_TYPE } from "@petstore/contract/routes";
import { chooseMediaType, weightOf } from "../operation/accept.js";
import { invalidAt, invalidRequest, notAcceptable, tooManyHeaderFields } from "../errors.js";
import { fieldValuesOf } from "../request/field-values.js";

/**
 * The maximum number of header fields in a request. Browsers and proxies send about 30; each field takes memory,
 * however short it is.
 */
export const MAX_HEADER_FIELDS = 128;

/**
 * Refuses what RFC 9112 §3.2 and §6.1 forbid. Node itself would answer a missing Host without a body, and accept the
 * other violations.
 */
export const checkMessage = (request: IncomingMessage): void => {
  if (request.rawHeaders.length > 2 * MAX_HEADER_FIELDS) throw tooManyHeaderFields(MAX_HEADER_FIELDS);
  const hosts = fieldValuesOf(request, "host").length;
  if (hosts > 1 || (hosts === 0 && request.httpVersion === "1.1"))
    throw invalidAt("header Host", "must be given exactly once");
  const coding = request.headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked") {
    throw invalidAt("header Transfer-Encoding", "must be chunked or omitted");
  }
};

export type RequestTarget = { readonly path: string; readonly pathAndQuery: string };

const originAndSlash = /^https?:\/\/[^/?#\\]+\//i;

/**
 * Accepts only the origin form and the absolute http(s) form (RFC 9112 §3.2): if two parsers read a target differently,
 * a client can bypass a check.
 */
export const readTarget = (target: string): RequestTarget | undefined => {
  const pathAndQuery = target.startsWith("/") ? target : target.replace(originAndSlash, "/");
  const end = pathAndQuery.indexOf("?");
  const path = end === -1 ? pathAndQuery : pathAndQuery.slice(0, end);
  if (!path.startsWith("/") || path.includes("\\") || pathAndQuery.includes("#")) return undefined;
  return { path, pathAndQuery };
};

/** Overwrites the URL, so that Express cannot read another path than the gate. @returns The path. */
export const normaliseTarget = (request: IncomingMessage): string => {
  const target = readTarget(request.url ?? "");
  if (target === undefined) throw invalidRequest("the request target must be a path that starts with /");
  request.url = target.pathAndQuery;
  return target.path;
};

const namesOf = (type: string) => [type, `${type.slice(0, type.indexOf("/"))}/*`, "*/*"];

/** @param types - The media types of the route; the first is the usual one. @returns The media type to answer with. */
export const checkAccept = ({ headers: { accept = "" } }: IncomingMessage, types: readonly string[]): string => {
  const [usual = ""] = types;
  if (accept === "*/*" || accept === usual || accept === "" || accept === PROBLEM_ACCEPT) return usual;
  const chosen = chooseMediaType(accept, types);
  if (chosen !== undefined) return chosen;
  // The media type of errors does not choose a media type for a successful response. If a request names no other media
  // type, a successful response has its usual type.
  if ((weightOf(accept, [PROBLEM_TYPE]) ?? 0) > 0 && weightOf(accept, namesOf(usual)) === undefined) return usual;
  throw notAcceptable(types);
};

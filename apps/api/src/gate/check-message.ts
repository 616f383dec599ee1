import type { IncomingMessage } from "node:http";
import { weightOf } from "../operation/accept.js";
import { invalidRequest, notAcceptable } from "../errors.js";
import { fieldValuesOf } from "./field-values.js";
import { readTarget } from "./request-target.js";

/** RFC 9112 §3.2 and §6.1. Node would answer the first of these itself, without a body, and pass over the others. */
export const checkMessage = (request: IncomingMessage): void => {
  const hosts = fieldValuesOf(request, "host").length;
  if (hosts > 1 || (hosts === 0 && request.httpVersion === "1.1"))
    throw invalidRequest("header Host is required exactly once");
  const coding = request.headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked") {
    throw invalidRequest("header Transfer-Encoding must be chunked or omitted");
  }
};

/**
 * Express is handed what was read here and nothing else, so that it cannot read another path than the one checked.
 * @returns The path.
 */
export const takeTarget = (request: IncomingMessage): string => {
  const target = readTarget(request.url ?? "");
  if (target === undefined) throw invalidRequest("the request target must be a path that starts with /");
  request.url = target.pathAndQuery;
  return target.path;
};

/** What most clients send: no need to weigh it. */
const plainAccepts = new Set(["*/*", "application/json"]);

/** Only a media type and its weight can rule JSON out: other parameters, such as a charset, are passed over. */
export const checkAccept = ({ headers: { accept = "" } }: IncomingMessage): void => {
  if (plainAccepts.has(accept) || accept.trim() === "") return;
  const weight = weightOf(accept, ["application/json", "application/*", "*/*"]) ?? 0;
  if (!(weight > 0)) throw notAcceptable();
};

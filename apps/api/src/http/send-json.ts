import type { Express, Response } from "express";
import { JsonBytes, RawJson } from "../operation/raw-json.js";
import { overrideResponseJson } from "../patches/response-json.js";

const sendJson = (response: Response, body: unknown): boolean => {
  if (!(body instanceof RawJson || body instanceof JsonBytes)) return false;
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  if (body instanceof JsonBytes) {
    response.setHeader("Content-Length", body.bytes.length);
    response.end(body.bytes);
    return true;
  }
  response.setHeader("Content-Length", Buffer.byteLength(body.text));
  // Node sends a string in one write with the header fields, and omits it on HEAD.
  response.end(body.text, "utf8");
  return true;
};

/** Makes `response.json`, which ts-rest calls at the end of every response, send JSON text unchanged. */
export const sendJsonTexts = (app: Express): void => overrideResponseJson(app, sendJson);

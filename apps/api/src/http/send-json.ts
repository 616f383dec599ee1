import type { Express, Response } from "express";
import { RawJson } from "../operation/raw-json.js";

/** A JSON body in the content coding that `Content-Encoding` names. */
export class JsonBytes {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** ts-rest ends every response with `response.json`, which here sends serialised JSON unchanged. */
export const sendJsonTexts = (app: Express): void => {
  const { json } = app.response;
  app.response.json = function (this: Response, body: unknown) {
    if (!(body instanceof RawJson || body instanceof JsonBytes)) return json.call(this, body);
    this.setHeader("Content-Type", "application/json; charset=utf-8");
    if (body instanceof JsonBytes) {
      this.setHeader("Content-Length", body.bytes.length);
      return this.end(body.bytes);
    }
    this.setHeader("Content-Length", Buffer.byteLength(body.text));
    // Node sends a string in one write with the header fields, and omits it on HEAD.
    return this.end(body.text, "utf8");
  };
};

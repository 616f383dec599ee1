import type { Express, Response } from "express";
import { RawJson } from "../operation/raw-json.js";

/** A body that is bytes already, and JSON; its `Content-Encoding` is set. */
export class JsonBytes {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** Has `response.json`, with which ts-rest ends every answer, send JSON text as it is; all else goes Express's way. */
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
    // As a string: Node sends it in one piece with the header fields. On HEAD it leaves it out.
    return this.end(body.text, "utf8");
  };
};

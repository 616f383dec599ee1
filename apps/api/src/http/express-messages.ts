import { IncomingMessage, type ServerOptions, ServerResponse } from "node:http";
import type { Express } from "express";

/** Node creates messages with Express's prototypes: changing them later deoptimises all code (docs/benchmarks.md). */
export const createExpressMessages = (app: Express): Pick<ServerOptions, "IncomingMessage" | "ServerResponse"> => {
  class Request extends IncomingMessage {}
  class Response<Of extends IncomingMessage> extends ServerResponse<Of> {}
  adopt(Request.prototype, app.request);
  adopt(Response.prototype, app.response);
  Object.assign(app, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
};

/** Copies Express's properties, then the app's own. */
const adopt = (prototype: IncomingMessage | ServerResponse, ofApp: object) => {
  const ofExpress = Object.getPrototypeOf(ofApp) as object;
  for (const source of [ofExpress, ofApp]) {
    Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(source));
  }
};

import { IncomingMessage, type ServerOptions, ServerResponse } from "node:http";
import type { Express } from "express";

/**
 * Express changes the prototype of every request and response, which deoptimises all code that they pass through: most
 * of its cost (docs/benchmarks.md). Here Node creates them with the prototype that Express is about to set.
 * @returns Options for `http.createServer`.
 */
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

import { IncomingMessage, type ServerOptions, ServerResponse } from "node:http";
import type { Express } from "express";

const adopt = (prototype: IncomingMessage | ServerResponse, ofApp: object) => {
  const ofExpress = Object.getPrototypeOf(ofApp) as object;
  for (const one of [ofExpress, ofApp]) Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(one));
};

/**
 * Express sets another prototype on each message, without an option. That deoptimises all code that the message passes
 * through (docs/benchmarks.md), so Node creates messages with the prototype that Express would set.
 */
export const createExpressMessages = (app: Express): Pick<ServerOptions, "IncomingMessage" | "ServerResponse"> => {
  class Request extends IncomingMessage {}
  class Response<Of extends IncomingMessage> extends ServerResponse<Of> {}
  adopt(Request.prototype, app.request);
  adopt(Response.prototype, app.response);
  Object.assign(app, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
};

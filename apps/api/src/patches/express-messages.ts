import { IncomingMessage, type ServerOptions, ServerResponse } from "node:http";
import type { Express } from "express";

/** Copies Express's properties, then the app's own, onto Node's prototype. */
const adopt = (prototype: IncomingMessage | ServerResponse, ofApp: object) => {
  const ofExpress = Object.getPrototypeOf(ofApp) as object;
  for (const one of [ofExpress, ofApp]) Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(one));
};

/**
 * Makes Node create each request and response with the prototype that Express would set on it. Express has no option to leave the
 * prototypes alone, and setting another one deoptimises the object and all code that it passes through: two thirds of the cost of
 * Express (docs/benchmarks.md).
 * @returns Options of `http.createServer`.
 */
export const createExpressMessages = (app: Express): Pick<ServerOptions, "IncomingMessage" | "ServerResponse"> => {
  class Request extends IncomingMessage {}
  class Response<Of extends IncomingMessage> extends ServerResponse<Of> {}
  adopt(Request.prototype, app.request);
  adopt(Response.prototype, app.response);
  Object.assign(app, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
};

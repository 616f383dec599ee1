import { IncomingMessage, type ServerOptions, ServerResponse } from "node:http";
import type { Express } from "express";

const adopt = (prototype: IncomingMessage | ServerResponse, ofApp: object) => {
  const ofExpress = Object.getPrototypeOf(ofApp) as object;
  for (const one of [ofExpress, ofApp]) Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(one));
};

/**
 * Creates messages with Express's prototypes. Express would otherwise change the prototype of each message, which
 * deoptimises all code (docs/performance-notes.md).
 */
export const createExpressMessages = (app: Express): Pick<ServerOptions, "IncomingMessage" | "ServerResponse"> => {
  class Request extends IncomingMessage {}
  class Response<Of extends IncomingMessage> extends ServerResponse<Of> {}
  adopt(Request.prototype, app.request);
  adopt(Response.prototype, app.response);
  Object.assign(app, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
};

import { IncomingMessage, type ServerOptions, ServerResponse } from "node:http";
import type { Express } from "express";

/**
 * Makes Node create each request and response as what Express would turn it into.
 *
 * Express gives every message that it is handed another prototype. An object whose prototype is changed is one that V8 optimises
 * no longer, and nor is any code that it passes through: it is the greater part of what Express costs (docs/benchmarks.md).
 * Setting the prototype that an object has already changes nothing and costs nothing. So these two classes are Node's own with
 * Express's properties upon them, `app` included, and the app is told that their prototypes are the ones to set.
 *
 * @returns What `http.createServer` takes as options.
 */
export const createExpressMessages = (app: Express): Pick<ServerOptions, "IncomingMessage" | "ServerResponse"> => {
  class Request extends IncomingMessage {}
  class Response<Of extends IncomingMessage> extends ServerResponse<Of> {}
  adopt(Request.prototype, app.request);
  adopt(Response.prototype, app.response);
  Object.assign(app, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
};

/** Copies what stands between the app's prototype and Node's: Express's properties, then the app's own. */
const adopt = (prototype: IncomingMessage | ServerResponse, ofApp: object) => {
  const ofExpress = Object.getPrototypeOf(ofApp) as object;
  for (const one of [ofExpress, ofApp]) Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(one));
};

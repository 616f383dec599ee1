import type { Express, Response } from "express";

/**
 * Replaces `response.json` for the bodies that `send` takes. ts-rest ends every response with it and has no serialiser to replace; Express
 * documents the override (expressjs.com/en/guide/overriding-express-api.html).
 * @param send - Returns whether it has sent the body; if not, Express does.
 */
export const overrideResponseJson = (app: Express, send: (response: Response, body: unknown) => boolean): void => {
  const { json } = app.response;
  app.response.json = function (this: Response, body: unknown) {
    return send(this, body) ? this : json.call(this, body);
  };
};

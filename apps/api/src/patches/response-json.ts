import type { Express, Response } from "express";

/**
 * ts-rest ends every response with `response.json`, and has no serialiser to replace; Express documents this override
 * (expressjs.com/en/guide/overriding-express-api.html). @param send - Returns false to leave a body to Express.
 */
export const overrideResponseJson = (app: Express, send: (response: Response, body: unknown) => boolean): void => {
  const { json } = app.response;
  app.response.json = function (this: Response, body: unknown) {
    return send(this, body) ? this : json.call(this, body);
  };
};

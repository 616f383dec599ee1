import type { Express, Response } from "express";

/** ts-rest ends responses with `response.json`, and has no serialiser. @param send - False leaves a body to Express. */
export const overrideResponseJson = (app: Express, send: (response: Response, body: unknown) => boolean): void => {
  const { json } = app.response;
  app.response.json = function (this: Response, body: unknown) {
    return send(this, body) ? this : json.call(this, body);
  };
};

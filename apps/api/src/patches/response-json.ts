import type { Express, Response } from "express";

/**
 * Overrides `response.json`, with which ts-rest ends responses, because ts-rest has no setting for a serialiser. @param
 * send - Returns false to leave a body to Express.
 */
export const overrideResponseJson = (app: Express, send: (response: Response, body: unknown) => boolean): void => {
  const { json } = app.response;
  app.response.json = function (this: Response, body: unknown) {
    return send(this, body) ? this : json.call(this, body);
  };
};

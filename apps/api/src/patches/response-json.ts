import type { Express, Response } from "express";

/**
 * Overrides `response.json`, which ts-rest calls to end responses, because ts-rest has no setting for a serialiser.
 * @param send - Returns false if Express must send the body.
 */
export const overrideResponseJson = (app: Express, send: (response: Response, body: unknown) => boolean): void => {
  const { json } = app.response;
  app.response.json = function (this: Response, body: unknown) {
    return send(this, body) ? this : json.call(this, body);
  };
};

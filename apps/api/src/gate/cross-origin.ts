import type { IncomingMessage, ServerResponse } from "node:http";
import { contract, listRoutes, responseHeaderNames } from "@petstore/contract/routes";
import cors from "cors";

const exposedHeaders = responseHeaderNames(listRoutes(contract));

export const createCrossOrigin = (origins: readonly string[]) => {
  if (origins.length === 0) return undefined;
  return (request: IncomingMessage, response: ServerResponse, allow: string) =>
    cors({ origin: [...origins], methods: allow, exposedHeaders, maxAge: 600, preflightContinue: true })(
      request,
      response,
      () => {},
    );
};

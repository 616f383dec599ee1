import type { IncomingMessage, ServerResponse } from "node:http";
import { contract, listRoutes, responseHeaderNames } from "@petstore/contract";
import cors from "cors";

const exposedHeaders = responseHeaderNames(listRoutes(contract));

/**
 * Lets pages of the named origins read the answers (the Fetch standard's CORS protocol). Without origins it does
 * nothing: no page of another origin may. It answers no preflight itself: `OPTIONS` has one way through the gate.
 * @returns undefined without origins.
 */
export const createCrossOrigin = (origins: readonly string[]) => {
  if (origins.length === 0) return undefined;
  /** @param allow - The methods of the path. */
  return (request: IncomingMessage, response: ServerResponse, allow: string) =>
    cors({ origin: [...origins], methods: allow, exposedHeaders, maxAge: 600, preflightContinue: true })(
      request,
      response,
      () => {},
    );
};

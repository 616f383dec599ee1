import type { IncomingMessage } from "node:http";
import type { RequestContext } from "../request/request-context.js";

/** Finds what answers a request outside `/v1` from memory; undefined leaves it to Express. */
export type FindStaticFile = (
  request: IncomingMessage,
  path: string,
) => ((context: RequestContext) => void) | undefined;

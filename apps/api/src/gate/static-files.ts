import type { IncomingMessage } from "node:http";
import type { MaybePromise } from "./fast-path.js";
import type { RequestContext } from "../request/request-context.js";

/** Finds what answers a request outside `/v1` with a file; undefined leaves it to Express. */
export type FindStaticFile = (
  request: IncomingMessage,
  path: string,
) => ((context: RequestContext) => MaybePromise<void>) | undefined;

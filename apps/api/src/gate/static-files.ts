import type { IncomingMessage } from "node:http";
import type { MaybePromise } from "./fast-path.js";
import type { RequestContext } from "../request/request-context.js";

/**
 * Finds the static file for a request outside `/v1`.
 * @returns The function that sends the file, or undefined if Express must answer.
 */
export type FindStaticFile = (
  request: IncomingMessage,
  path: string,
) => ((context: RequestContext) => MaybePromise<void>) | undefined;

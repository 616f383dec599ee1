import type { ContractRoute } from "@petstore/contract";
import type { Principal } from "../credentials/principal.js";
import type { MaybePromise } from "./maybe-promise.js";
import type { RequestContext } from "./request-context.js";

/**
 * Answers a request without Express.
 * @returns false if it did nothing but read the body into the context: the request goes on to Express.
 */
export type FastHandler = (context: RequestContext, principal: Principal) => MaybePromise<boolean>;

/** The routes that have a fast path. */
export type FastPath = ReadonlyMap<ContractRoute["route"], FastHandler>;

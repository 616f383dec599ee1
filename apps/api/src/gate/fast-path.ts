import type { ContractRoute } from "@petstore/contract/routes";
import type { Principal } from "../operation/principal.js";
import type { RequestContext } from "../request/request-context.js";

export type MaybePromise<Value> = Value | Promise<Value>;

/** @returns False if Express must answer the request. In that case `context.body` may already be set. */
export type FastHandler = (context: RequestContext, principal: Principal) => MaybePromise<boolean>;

export type FastPath = ReadonlyMap<ContractRoute["route"], FastHandler>;

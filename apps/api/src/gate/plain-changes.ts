import type { ContractRoute } from "@petstore/contract";
import type { Credential } from "./credential.js";
import type { RequestContext } from "./request-context.js";

/**
 * Carries out and answers a request that asks for nothing out of the ordinary.
 * @returns false where it has done nothing, but to read the body into the context: the request is to go on.
 */
export type PlainChange = (context: RequestContext, caller: Credential) => boolean | Promise<boolean>;

/** Of the routes that have such a way. */
export type PlainChanges = ReadonlyMap<ContractRoute["route"], PlainChange>;

import type { authContract } from "@petstore/contract/auth";
import type { z } from "zod";
import type { StaffAuth } from "./accounts/staff-auth.js";
import type { SignedIn } from "./signed-in.js";

type AuthRoutes = (typeof authContract)["signIn"] &
  (typeof authContract)["invitations"] &
  (typeof authContract)["twoFactor"] &
  (typeof authContract)["passkeys"] &
  (typeof authContract)["sessions"] &
  (typeof authContract)["keys"] &
  (typeof authContract)["users"] &
  (typeof authContract)["presence"];

export type AuthOperationId = keyof AuthRoutes;

type InputOf<Route> = Route extends { body: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : Route extends { query: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : never;

type OutputOf<Route> = Route extends { responses: { 200: infer Schema extends z.ZodType } } ? z.output<Schema> : never;

type SignedInOf<Route> = Route extends { metadata: { caller: "anybody" } } ? undefined : SignedIn;

export type AuthCall<Id extends AuthOperationId> = {
  readonly auth: StaffAuth;
  readonly input: InputOf<AuthRoutes[Id]>;
  readonly signedIn: SignedInOf<AuthRoutes[Id]>;
  readonly address: string | undefined;
  /** The origin of the service's own pages, according to the request; empty for a GET. */
  readonly origin: string;
  readonly headers: Headers;
};

export type AuthAnswer<Id extends AuthOperationId> = {
  readonly body: OutputOf<AuthRoutes[Id]>;
  readonly cookies?: readonly string[];
  /**
   * The account of the session that the request had or started. The log contains it even for routes that anyone may
   * call.
   */
  readonly accountId?: bigint | undefined;
  /**
   * True if a sign-in ended another session. The principals of that session's keys may be cached, and must be removed.
   */
  readonly hasEndedSession?: boolean;
};

/** An operation below `/auth`. It does not depend on Express. */
export type AuthOperation<Id extends AuthOperationId> = (call: AuthCall<Id>) => Promise<AuthAnswer<Id>>;

export type AuthOperations = { readonly [Id in AuthOperationId]: AuthOperation<Id> };

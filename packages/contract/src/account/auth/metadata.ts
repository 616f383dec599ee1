import type { AppRoute } from "@ts-rest/core";
import type { ResponseHeader, RouteMetadata } from "../../http/metadata.js";
import type { AuthErrorCode } from "./errors.js";

/** The largest body of a request below `/auth`, in bytes. */
export const MAX_AUTH_BODY_BYTES = 10_240;

/**
 * How many minutes a proof of identity (a sign-in or `reauthenticate`) is enough for routes with `reauthentication`.
 */
export const REAUTHENTICATION_MINUTES = 10;

/** Who may call a route: anybody, anyone who is signed in, or a signed-in owner. */
export type Caller = "anybody" | "staff" | "owner";

/** The properties of a route below `/auth` that ts-rest has no field for. */
export type AuthRouteMetadata = Pick<RouteMetadata, "statusMeanings" | "headers" | "examples" | "links"> & {
  readonly stability: "beta";
  readonly caller: Caller;
  /** True if the person must have proved their identity within the last {@link REAUTHENTICATION_MINUTES}. */
  readonly reauthentication?: true;
  /** True if a session that must first enrol a second factor may call the route. */
  readonly duringEnrolment?: true;
  /** The messages in the examples of errors, if they cannot be derived from the route. */
  readonly messages?: Readonly<Partial<Record<AuthErrorCode, string>>>;
  /** The error codes of a status, if the route does not use all codes of that status. */
  readonly codes?: Readonly<Record<number, readonly AuthErrorCode[]>>;
};

/** The metadata of a route. Every route of `authContract` has one. */
export const authRouteMetadata = (route: AppRoute): AuthRouteMetadata => route.metadata as AuthRouteMetadata;

/** The header fields of an answer that signs a browser in or out. */
export const sessionCookies = {
  "Set-Cookie": {
    description:
      "The session cookie, `petstore.session_token` (`__Host-petstore.session_token` over https), the device cookie, and for 10 minutes that of a sign-in which needs a second factor (`petstore.challenge`). Scripts cannot read them.",
    example: "petstore.session_token=<token>.<signature>; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict",
  },
} as const satisfies Record<string, ResponseHeader>;

/** The header field of an answer that starts or uses up a passkey's challenge. */
export const challengeCookie = {
  "Set-Cookie": {
    description:
      "The challenge cookie, `petstore.passkey` (`__Host-petstore.passkey` over https): it binds the options to this browser. Scripts cannot read it.",
    example: "petstore.passkey=<token>; Max-Age=600; Path=/; HttpOnly; SameSite=Strict",
  },
} as const satisfies Record<string, ResponseHeader>;

import type { AppRoute } from "@ts-rest/core";
import type { ResponseHeader, RouteMetadata } from "../metadata.js";
import type { AuthErrorCode } from "./errors.js";

/** The largest body of a request below `/auth`, in bytes. */
export const MAX_AUTH_BODY_BYTES = 10_240;

/** Who may call a route: anybody, an account that is signed in, or an owner that is signed in. */
export type Caller = "anybody" | "staff" | "owner";

/** What the contract says of a route below `/auth` that ts-rest has no field for. */
export type AuthRouteMetadata = Pick<RouteMetadata, "statusMeanings" | "headers" | "examples" | "links"> & {
  readonly stability: "beta";
  readonly caller: Caller;
  /** The error codes of a status, where the route does not answer all codes of that status. */
  readonly codes?: Readonly<Record<number, readonly AuthErrorCode[]>>;
};

/** The metadata of a route. Every route of `authContract` has one. */
export const authRouteMetadata = (route: AppRoute): AuthRouteMetadata => route.metadata as AuthRouteMetadata;

/** The header fields of an answer that signs a browser in or out, or that renews its session. */
export const sessionCookies = {
  "Set-Cookie": {
    description:
      "The session cookie, `petstore.session_token` (`__Host-petstore.session_token` over https), and the device cookie. Scripts cannot read them.",
    example: "petstore.session_token=<token>.<signature>; Max-Age=604800; Path=/; HttpOnly; SameSite=Strict",
  },
} as const satisfies Record<string, ResponseHeader>;

import type { ErrorCode } from "./errors.js";

/** How far a client may rely on an operation: `stable` is the published interface, `beta` may still change. */
export type Stability = "stable" | "beta" | "deprecated";

/** What an API key may do. Each scope includes the one before it. */
export const scopes = ["read", "write", "admin"] as const;
/** One of {@link scopes}. */
export type Scope = (typeof scopes)[number];

/** The largest body of a request in bytes, unless its route says otherwise. */
export const MAX_BODY_BYTES = 102_400;

/** A response header as the OpenAPI document describes it. */
export type ResponseHeader = {
  readonly description: string;
  readonly example?: string;
  /** Where the header belongs to no published operation, or to one only as an addition. */
  readonly stability?: "beta";
};

/** Since when an operation is deprecated (RFC 9745), when it goes (RFC 8594), and what takes its place. */
export type Deprecation = { readonly since: Date; readonly sunset: Date; readonly successor: string };

/** What the contract says of a route beyond ts-rest's own fields. */
export type RouteMetadata = {
  readonly stability: Stability;
  /** The scope a key needs; `null` where no key is asked for. */
  readonly scope: Scope | null;
  /** The largest body in bytes, where it is not {@link MAX_BODY_BYTES}. */
  readonly maxBodyBytes?: number;
  /** Statuses that a client meets only where it makes use of something that is beta. */
  readonly betaStatuses?: readonly number[];
  /** What a status means here, where the general meaning of its error code does not say it as well. */
  readonly statusMeanings?: Readonly<Record<number, string>>;
  /** The error codes of a status, where this operation does not answer all that the status stands for. */
  readonly codes?: Readonly<Record<number, readonly ErrorCode[]>>;
  /** Response headers by status, beside those that every response bears. */
  readonly headers?: Readonly<Record<number, Readonly<Record<string, ResponseHeader>>>>;
  /** Examples of bodies by status, by name; `request` for the request's. */
  readonly examples?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly deprecation?: Deprecation;
};

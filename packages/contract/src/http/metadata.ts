import type { ErrorCode } from "./errors.js";

/** A `stable` part belongs to the published interface; a `beta` part may still change. */
export type Stability = "stable" | "beta" | "deprecated";

/** The scopes of API keys. Each scope includes the one before it. */
export const scopes = ["read", "write", "admin"] as const;
/** One of {@link scopes}. */
export type Scope = (typeof scopes)[number];

/** The default limit of a request body, in bytes. */
export const MAX_BODY_BYTES = 102_400;

/** A response header as the OpenAPI document describes it. */
export type ResponseHeader = {
  readonly description: string;
  readonly example?: string;
  /** `beta` if the header is not part of the published interface. */
  readonly stability?: "beta";
};

/** The parameters of the operation that a link leads to, each with the runtime expression that gives its value. */
export type LinkParameters = Readonly<Record<string, string>>;

/** Says when an operation was deprecated (RFC 9745), when it is removed (RFC 8594), and what replaces it. */
export type Deprecation = { readonly since: Date; readonly sunset: Date; readonly successor: string };

/** A media type of a response: its description, and an example if it is text. */
type AnswerType = { readonly description: string; readonly example?: string };

/** The properties of a route that ts-rest has no field for. */
export type RouteMetadata = {
  readonly stability: Stability;
  /** The required scope; `null` if the route needs no API key. */
  readonly scope: Scope | null;
  /** The limit of the body in bytes; {@link MAX_BODY_BYTES} by default. */
  readonly maxBodyBytes?: number;
  /** The media types of a body that is not JSON. */
  readonly bodyTypes?: readonly string[];
  /** Other media types of a 200, for requests whose `Accept` prefers them. */
  readonly otherAnswerTypes?: Readonly<Record<string, AnswerType>>;
  /** Statuses that occur only with beta parameters or headers. */
  readonly betaStatuses?: readonly number[];
  /** How a published operation responds to beta fields of its body. The stable document leaves this out. */
  readonly beta?: Pick<RouteMetadata, "statusMeanings" | "codes" | "messages">;
  /** Descriptions by status. The default is the meaning of the error code. */
  readonly statusMeanings?: Readonly<Record<number, string>>;
  /** Error codes by status. The default is all codes of the status. */
  readonly codes?: Readonly<Record<number, readonly ErrorCode[]>>;
  /** The messages in the examples of errors, if they cannot be derived from the route. */
  readonly messages?: Readonly<Partial<Record<ErrorCode, string>>>;
  /** Response headers by status, in addition to those of every response. */
  readonly headers?: Readonly<Record<number, Readonly<Record<string, ResponseHeader>>>>;
  /** Named examples of bodies by status, or by `request`. */
  readonly examples?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly deprecation?: Deprecation;
  /** The shortest time limit of the typed client for the whole response. It is longer than the service may take. */
  readonly clientTimeoutMs?: number;
  /** OpenAPI links by status: the operations that a response leads to, by operationId. */
  readonly links?: Readonly<Record<number, Readonly<Record<string, LinkParameters>>>>;
};

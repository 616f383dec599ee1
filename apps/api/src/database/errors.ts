type CodedError = Error & { readonly code: string };

// The codes of a server that is stopping, starting or recovering, or that has become a read-only standby.
const serverStates = ["57P01", "57P02", "57P03", "57P04", "57P05", "25006"];
// The server refuses the login, for example because the password has changed since the start. Only an operator can end
// this, but for a client it is an outage like any other.
const refusedLogins = ["28000", "28P01", "3D000"];
/** PostgreSQL's code query_canceled, which a statement gets that takes longer than its timeout. */
const STATEMENT_TIMEOUT = "57014";
const timeouts = [STATEMENT_TIMEOUT, "55P03", "25P03", "25P04"];
const socketErrors = [
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTCONN",
];
/** The code of pg's error if the server answers `N` to the request for TLS. */
export const TLS_NOT_OFFERED = "TLS_NOT_OFFERED";
/** The code of the error if the server demands a password and none is given. pg's own error has no code. */
export const PASSWORD_MISSING = "PASSWORD_MISSING";
// The names that Node gives to OpenSSL's reasons for refusing a certificate.
const certificateErrors = [
  "CERT_CHAIN_TOO_LONG",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REJECTED",
  "CERT_REVOKED",
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "HOSTNAME_MISMATCH",
  "INVALID_CA",
  "INVALID_PURPOSE",
  "PATH_LENGTH_EXCEEDED",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
];
/** Tells whether the TLS handshake failed. It also fails if a certificate expires while the service is running. */
export const isTlsCode = (code: string) => certificateErrors.includes(code) || /^ERR_(OSSL|SSL|TLS)_/.test(code);
const networkErrors = ["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENETDOWN"];
// P2028 means that a transaction did not start or did not end in time.
const prismaCodes = ["P1001", "P1002", "P1008", "P1011", "P1017", "P2024", "P2028", "P2037"];
const adapterKinds = [
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TlsConnectionError",
  "TooManyConnections",
];
const unavailable = new Set(
  [serverStates, refusedLogins, timeouts, socketErrors, networkErrors, prismaCodes, adapterKinds].flat(),
);
// The error classes for connection exceptions, insufficient resources and system errors.
const unavailableClasses = new Set(["08", "53", "58"]);
const isSqlState = (code: string) => code.length === 5;

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

// Prisma puts the adapter's error into `meta`, but a failed COMMIT throws the adapter's error itself.
export const codesOf = (error: unknown): readonly string[] => {
  const causes = [field(field(field(error, "meta"), "driverAdapterError"), "cause"), field(error, "cause")];
  const codes = causes.flatMap((cause) => [field(cause, "originalCode"), field(cause, "kind")]);
  return [field(error, "code"), ...codes].filter((code) => typeof code === "string");
};

const constraintOf = (error: unknown): unknown => {
  const cause = field(field(field(error, "meta"), "driverAdapterError"), "cause");
  return field(error, "constraint") ?? field(field(cause, "constraint"), "index");
};

export const isLoginRefused = (error: unknown): boolean => codesOf(error).some((code) => refusedLogins.includes(code));

export const isStatementTimeout = (error: unknown): boolean => codesOf(error).includes(STATEMENT_TIMEOUT);

export const isDatabaseUnavailable = (error: unknown): boolean =>
  codesOf(error).some(
    (code) =>
      unavailable.has(code) ||
      code === TLS_NOT_OFFERED ||
      isTlsCode(code) ||
      (isSqlState(code) && unavailableClasses.has(code.slice(0, 2))),
  );

export const isUniqueViolation = (error: unknown, index?: string): boolean => {
  const isUnique = codesOf(error).some((code) => code === "P2002" || code === "23505");
  return isUnique && (index === undefined || constraintOf(error) === index);
};

/**
 * No statement locks these values before they are written. The next attempt finds the row that has the value, and
 * reports it.
 */
const isAddressRace = (error: unknown) =>
  ["pet_profile_external_id_key", "customer_email_key", "customer_phone_key"].some((index) =>
    isUniqueViolation(error, index),
  );

export const isTransactionConflict = (error: unknown): boolean =>
  codesOf(error).some((code) => code === "P2034" || code === "40P01" || code === "40001") || isAddressRace(error);

export const hasCode = (error: unknown, ...codes: readonly string[]): error is CodedError =>
  error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);

/** PostgreSQL's code sqlclient_unable_to_establish_sqlconnection. */
export const CANNOT_CONNECT = "08001";

/** PostgreSQL's code connection_failure. It is given to pg's own errors about a lost connection, which have no code. */
export const CONNECTION_LOST = "08006";

export const withCode = (error: unknown, code: string): unknown =>
  error instanceof Error && !("code" in error && typeof error.code === "string")
    ? Object.assign(error, { code })
    : error;

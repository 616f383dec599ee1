type CodedError = Error & { readonly code: string };

// PostgreSQL stops, starts or recovers; it has become a read-only standby.
const serverStates = ["57P01", "57P02", "57P03", "57P04", "57P05", "25006"];
// A statement, a transaction or a wait for a lock timed out.
const timeouts = ["57014", "55P03", "25P03", "25P04"];
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
const networkErrors = ["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENETDOWN"];
// P2028: a transaction did not start, or did not end, in its time.
const prismaCodes = ["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2037"];
const adapterKinds = ["DatabaseNotReachable", "ConnectionClosed", "SocketTimeout", "TooManyConnections"];
const unavailable = new Set([serverStates, timeouts, socketErrors, networkErrors, prismaCodes, adapterKinds].flat());
// Whole classes: connection exceptions, insufficient resources (disk, memory, connections), system errors.
const unavailableClasses = new Set(["08", "53", "58"]);
const isSqlState = (code: string) => code.length === 5;

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

// Prisma puts the adapter's error, with PostgreSQL's own code, into `meta`; a raw query's P2010 says nothing else. A failed
// COMMIT throws the adapter's own error.
const codesOf = (error: unknown): readonly string[] => {
  const causes = [field(field(field(error, "meta"), "driverAdapterError"), "cause"), field(error, "cause")];
  const codes = causes.flatMap((cause) => [field(cause, "originalCode"), field(cause, "kind")]);
  return [field(error, "code"), ...codes].filter((code) => typeof code === "string");
};

const constraintOf = (error: unknown): unknown => {
  const cause = field(field(field(error, "meta"), "driverAdapterError"), "cause");
  return field(error, "constraint") ?? field(field(cause, "constraint"), "index");
};

/** Whether the database could not be reached or was lost: the same request may succeed later. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  codesOf(error).some(
    (code) => unavailable.has(code) || (isSqlState(code) && unavailableClasses.has(code.slice(0, 2))),
  );

/** @param index - Only a violation of this index or constraint counts, such as "category_name_key". */
export const isUniqueViolation = (error: unknown, index?: string): boolean => {
  const isUnique = codesOf(error).some((code) => code === "P2002" || code === "23505");
  return isUnique && (index === undefined || constraintOf(error) === index);
};

/** PostgreSQL rolled this transaction back in favour of another; a second run may succeed. */
export const isTransactionConflict = (error: unknown): boolean =>
  codesOf(error).some((code) => code === "P2034" || code === "40P01" || code === "40001");

/** A reference to a missing row, or the deletion of a referenced one. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  codesOf(error).some((code) => code === "P2003" || code === "23503" || code === "23001");

/** Whether an error itself carries one of these codes: Node's (ENOENT), PostgreSQL's (57P01) or Prisma's (P2002). */
export const hasCode = (error: unknown, ...codes: readonly string[]): error is CodedError =>
  error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);

/** Gives a code to an error that has none: pg throws several such. */
export const withCode = (error: unknown, code: string): unknown =>
  error instanceof Error && !("code" in error && typeof error.code === "string")
    ? Object.assign(error, { code })
    : error;

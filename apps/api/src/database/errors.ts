type CodedError = Error & { code: string };

// PostgreSQL stops, starts or recovers; it has become a read-only standby; its file system fails under it.
const serverStates = ["57P01", "57P02", "57P03", "57P04", "57P05", "25006"];
// A statement, a transaction or a wait for a lock took longer than it may, as when an import holds the locks.
const timeouts = ["57014", "55P03", "25P03", "25P04"];
// No server there, no way there, or the way broke.
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
// Prisma's names and its adapter's for the same; P2028 is a transaction that did not begin, or end, in its time.
const prismaCodes = ["P1001", "P1002", "P1008", "P1017", "P2024", "P2028", "P2037"];
const adapterKinds = ["DatabaseNotReachable", "ConnectionClosed", "SocketTimeout", "TooManyConnections"];
const unavailable = new Set([serverStates, timeouts, socketErrors, networkErrors, prismaCodes, adapterKinds].flat());
// Whole classes: connection exceptions, insufficient resources (disk, memory, connections), system errors.
const unavailableClasses = new Set(["08", "53", "58"]);
const isSqlState = (code: string) => code.length === 5;

/** Whether the database could not be reached or was lost on the way: the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return codesOf(error).some(
    (code) => unavailable.has(code) || (isSqlState(code) && unavailableClasses.has(code.slice(0, 2))),
  );
}

/** @param index asks for one index or constraint only, such as "category_name_key" */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  const isUnique = codesOf(error).some((code) => code === "P2002" || code === "23505");
  return isUnique && (index === undefined || constraintOf(error) === index);
}

/** Two transactions in each other's way, of which PostgreSQL ended this one: run again, it may go through. */
export function isTransactionConflict(error: unknown): boolean {
  return codesOf(error).some((code) => code === "P2034" || code === "40P01" || code === "40001");
}

/** A reference to a row that does not exist, or the deletion of one that is referred to. */
export function isForeignKeyViolation(error: unknown): boolean {
  return codesOf(error).some((code) => code === "P2003" || code === "23503" || code === "23001");
}

/** Whether an error itself carries one of these codes: Node's (ENOENT), PostgreSQL's (57P01) or Prisma's (P2002). */
export function hasCode(error: unknown, ...codes: string[]): error is CodedError {
  return error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
}

/** Gives a code to an error that has none, of which pg throws several. */
export function withCode(error: unknown, code: string): unknown {
  return error instanceof Error && !("code" in error && typeof error.code === "string")
    ? Object.assign(error, { code })
    : error;
}

// Prisma keeps what the adapter said, with PostgreSQL's own code, in `meta`; a raw query's P2010 says nothing else. A COMMIT that
// fails throws the adapter's own error.
function codesOf(error: unknown): string[] {
  const causes = [field(field(field(error, "meta"), "driverAdapterError"), "cause"), field(error, "cause")];
  const codes = causes.flatMap((cause) => [field(cause, "originalCode"), field(cause, "kind")]);
  return [field(error, "code"), ...codes].filter((code) => typeof code === "string");
}

function constraintOf(error: unknown): unknown {
  const cause = field(field(field(error, "meta"), "driverAdapterError"), "cause");
  return field(error, "constraint") ?? field(field(cause, "constraint"), "index");
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

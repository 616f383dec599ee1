/**
 * The fields of errors of the system and of PostgreSQL that say what failed and contain neither values nor connections.
 */
const fields = ["code", "errno", "syscall", "address", "port", "severity", "schema", "table", "column", "constraint"];
const MAX_CAUSES = 5;

type SerializedError = Readonly<Record<string, unknown>>;

const serialize = (error: unknown, causes: number): SerializedError | string => {
  if (!(error instanceof Error)) return typeof error === "object" && error !== null ? "an object" : String(error);
  const known = fields.filter((field) => ["string", "number"].includes(typeof Reflect.get(error, field)));
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(known.map((field) => [field, Reflect.get(error, field)])),
    ...(error.cause === undefined || causes === 0 ? {} : { cause: serialize(error.cause, causes - 1) }),
    ...(error instanceof AggregateError && causes > 0
      ? { errors: error.errors.slice(0, MAX_CAUSES).map((one) => serialize(one, causes - 1)) }
      : {}),
  };
};

/**
 * Serialises only the listed fields, because pg adds the connection to an error, including the secret that can cancel
 * its statements.
 */
export const serializeError = (error: unknown): SerializedError | string | undefined =>
  error === undefined ? undefined : serialize(error, MAX_CAUSES);

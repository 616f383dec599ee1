import { Client, type ClientConfig, DatabaseError } from "pg";
import { StartMustWait } from "./start-must-wait.js";
import { codesOf, hasCode, isDatabaseUnavailable, PASSWORD_MISSING } from "./errors.js";
import { explainTls, tlsPage } from "./explain-tls.js";
import { OperatorError } from "../config/operator-error.js";

export type DatabasePlace = { readonly connection: ClientConfig; readonly isPrivate: boolean };

type Sentence = {
  readonly problem: string;
  readonly remedy: string;
  /**
   * The problem as `/readyz` shows it; undefined for a mistake in the configuration, which does not go away by itself.
   */
  readonly reason?: string;
};

const mistake = (problem: string, remedy: string): Sentence => ({ problem, remedy });
const away = (problem: string, remedy: string, reason = problem): Sentence => ({ problem, remedy, reason });

/**
 * Returns PostgreSQL's own message, which contains names of objects but never a password. The error of a failed
 * migration has it in its cause.
 */
const wordsOf = (error: unknown): string | undefined => {
  if (error instanceof DatabaseError) return error.message;
  return error instanceof Error && error.cause instanceof DatabaseError ? error.cause.message : undefined;
};

/** The codes for which PostgreSQL's message says more than the code. */
const needWords = ["0A000", "25006", "28000", "42501"];

/**
 * PostgreSQL uses one code for all refusals before the password check. This is the name of its routine that evaluates
 * pg_hba.conf.
 */
const isRefusedByRules = (error: unknown): boolean =>
  hasCode(error, "28000") && Reflect.get(error, "routine") === "ClientAuthentication";

const explainRules = (isEncrypted: boolean): string =>
  isEncrypted
    ? "add a rule for this user, database and address to the server's pg_hba.conf; if its rule asks for a client's certificate, name one in sslcert and sslkey."
    : `add sslmode=verify-full to DATABASE_URL if the server demands TLS (${tlsPage}), or a rule for this user, database and address to its pg_hba.conf.`;

const refusedByRules = ({ user = "", ssl }: Client) =>
  mistake(`does not admit connections of "${user}" ${ssl ? "with" : "without"} TLS`, explainRules(ssl));

const refused = (user: string) =>
  mistake(`refuses the user "${user}"`, "correct the password in DATABASE_URL or the server's rules.");

const sentences: Readonly<Record<string, (user: string, error: unknown) => Sentence>> = {
  "3D000": () => mistake("does not exist", "create it, or correct DATABASE_URL."),
  "28000": refused,
  "28P01": refused,
  [PASSWORD_MISSING]: (user) =>
    mistake(
      `demands a password for the user "${user}"`,
      "add it to DATABASE_URL, as in postgresql://user:password@host:5432/name, or set PGPASSWORD.",
    ),
  "42501": (user) =>
    mistake(
      `denies the user "${user}" permissions that the service needs`,
      "make that user the owner of the database and of everything in it, or GRANT what is missing.",
    ),
  "0A000": () => mistake("lacks a feature that a migration needs", "install PostgreSQL's contrib extensions."),
  // A standby also ends the connection, while a read-only transaction only refuses the statement.
  "25006": (_user, error) =>
    wordsOf(error) === undefined
      ? away("is a standby, which accepts only reads", "name the primary, or an address that always leads to it.")
      : mistake(
          "refuses changes",
          "RESET default_transaction_read_only of the database and of the user, or name the primary.",
        ),
  "53100": () => away("has no room on its disk", "make room there."),
  "53300": (user) =>
    away(
      `has no connection left for the user "${user}"`,
      "raise max_connections, or the CONNECTION LIMIT of the user or the database, or end other connections.",
      "has no connection left",
    ),
  "57P03": () => away("is starting, stopping or recovering", "see PostgreSQL's log if that takes long."),
};

const cannotBeReached = away(
  "cannot be reached",
  "make sure that it runs and can be reached from here, or correct DATABASE_URL.",
);

/** An error about a file has a path, and one about a socket has none. */
const isOfFile = (error: unknown): boolean => error instanceof Error && "path" in error;

const explainCode = (error: unknown, code: string, client: Client): Sentence | undefined => {
  const tls = explainTls(code, client.host);
  if (tls !== undefined) return mistake(tls.problem, tls.remedy);
  return isRefusedByRules(error) ? refusedByRules(client) : sentences[code]?.(client.user ?? "", error);
};

const find = (error: unknown, client: Client): readonly [code: string, Sentence] | undefined => {
  const codes = codesOf(error);
  for (const code of codes) {
    const sentence = explainCode(error, code, client);
    if (sentence !== undefined) return [code, sentence];
  }
  const [code = "no code"] = codes;
  return isDatabaseUnavailable(error) && !isOfFile(error) ? [code, cannotBeReached] : undefined;
};

/**
 * Explains, in one sentence with the place and the remedy, an error that an operator can fix. It returns any other
 * error unchanged.
 */
export const explainDatabaseError = (error: unknown, { connection, isPrivate }: DatabasePlace): unknown => {
  if (error instanceof OperatorError) return error;
  const client = new Client(connection);
  const found = find(error, client);
  if (found === undefined) return error;
  const [code, { problem, remedy, reason }] = found;
  const place = isPrivate
    ? "The private PostgreSQL in DATA_DIR"
    : `The database "${client.database ?? ""}" at ${client.host}:${client.port}, named by DATABASE_URL,`;
  const words = needWords.includes(code) && !isRefusedByRules(error) ? wordsOf(error) : undefined;
  const what = `${place} ${problem} (${words === undefined ? code : `${code}: ${words}`}):`;
  if (reason === undefined) return new OperatorError("database_unavailable", what, remedy, { cause: error });
  return new StartMustWait(what, remedy, { reason: `the database ${reason} (${code})`, cause: error });
};

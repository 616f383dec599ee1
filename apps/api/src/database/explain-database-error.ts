import { Client, type ClientConfig, DatabaseError } from "pg";
import { DatabaseAway } from "./database-away.js";
import { codesOf, isDatabaseUnavailable } from "./errors.js";
import { OperatorError } from "./operator-error.js";

export type DatabasePlace = { readonly connection: ClientConfig; readonly isPrivate: boolean };

type Sentence = {
  readonly problem: string;
  readonly remedy: string;
  /** Undefined for a mistake, which does not pass by itself; else the problem as `/readyz` shows it. */
  readonly reason?: string;
};

const mistake = (problem: string, remedy: string): Sentence => ({ problem, remedy });
const away = (problem: string, remedy: string, reason = problem): Sentence => ({ problem, remedy, reason });

/** pg gives it no code. */
const NO_TLS = "The server does not support SSL connections";
/** Node's codes of certificates and handshakes. */
const tlsCode = /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|EPROTO$)/;

/** PostgreSQL's own words: they name objects, never a password. A failed migration has them in its cause. */
const wordsOf = (error: unknown): string | undefined => {
  if (error instanceof DatabaseError) return error.message;
  return error instanceof Error && error.cause instanceof DatabaseError ? error.cause.message : undefined;
};

/** Where PostgreSQL's words say more than the code. */
const needWords = ["0A000", "25006", "28000", "42501"];

const refused = (user: string) =>
  mistake(`refuses the user "${user}"`, "correct the password in DATABASE_URL or the server's rules.");

const sentences: Readonly<Record<string, (user: string, error: unknown) => Sentence>> = {
  "3D000": () => mistake("does not exist", "create it, or correct DATABASE_URL."),
  "28000": refused,
  "28P01": refused,
  "42501": (user) =>
    mistake(
      `denies the user "${user}" what the service needs`,
      "make that user the owner of the database and of everything in it, or GRANT what is missing.",
    ),
  "0A000": () => mistake("lacks a feature that a migration needs", "install PostgreSQL's contrib extensions."),
  // A standby ends the connection, and a transaction that only reads refuses a statement.
  "25006": (_user, error) =>
    wordsOf(error) === undefined
      ? away("is a standby, which only reads", "name the primary, or an address that always leads to it.")
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
  "see that it runs and can be reached from here, or correct DATABASE_URL.",
);

/** An error of a file has a path; one of a socket has none. */
const isOfFile = (error: unknown): boolean => error instanceof Error && "path" in error;

const explainCode = (error: unknown, code: string, user: string): Sentence | undefined => {
  if (tlsCode.test(code)) {
    return mistake("has no certificate that is trusted here", "name its CA in sslrootcert, or correct sslmode.");
  }
  return sentences[code]?.(user, error);
};

const find = (error: unknown, user: string): readonly [code: string, Sentence] | undefined => {
  const codes = codesOf(error);
  for (const code of codes) {
    const sentence = explainCode(error, code, user);
    if (sentence !== undefined) return [code, sentence];
  }
  const [code = "no code"] = codes;
  if (error instanceof Error && error.message === NO_TLS) {
    return [code, mistake("offers no TLS", "set ssl = on there, or correct sslmode.")];
  }
  return isDatabaseUnavailable(error) && !isOfFile(error) ? [code, cannotBeReached] : undefined;
};

/** One sentence, with place and remedy, for what an operator can mend. Any other error is returned as it is. */
export const explainDatabaseError = (error: unknown, { connection, isPrivate }: DatabasePlace): unknown => {
  if (error instanceof OperatorError) return error;
  const { host, port, user, database } = new Client(connection);
  const found = find(error, user ?? "");
  if (found === undefined) return error;
  const [code, { problem, remedy, reason }] = found;
  const place = isPrivate
    ? "The private PostgreSQL in DATA_DIR"
    : `The database "${database ?? ""}" at ${host}:${port}, named by DATABASE_URL,`;
  const words = needWords.includes(code) ? wordsOf(error) : undefined;
  const what = `${place} ${problem} (${words === undefined ? code : `${code}: ${words}`}):`;
  if (reason === undefined) return new OperatorError("database_unavailable", what, remedy, { cause: error });
  return new DatabaseAway(what, remedy, { reason: `the database ${reason} (${code})`, cause: error });
};

import { Client, type ClientConfig } from "pg";
import { hasCode, isTlsError, TLS_NOT_OFFERED } from "./errors.js";
import { OperatorError } from "./operator-error.js";

type Explanation = { readonly problem: string; readonly remedy: string };

const tlsPage = "docs/operations.md, TLS to PostgreSQL";
const untrusted = [
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
];

const explainTls = (error: unknown, host: string): Explanation | undefined => {
  if (hasCode(error, TLS_NOT_OFFERED)) {
    return {
      problem: "offers no TLS, which the address asks for:",
      remedy: "set ssl=on in the server's postgresql.conf, or leave sslmode out of DATABASE_URL.",
    };
  }
  if (!isTlsError(error)) return undefined;
  const { code } = error;
  if (untrusted.includes(code)) {
    return {
      problem: `has a certificate of an authority that is not trusted here (${code}):`,
      remedy: `name the file of that authority's certificate in DATABASE_URL, as in ?sslmode=verify-full&sslrootcert=/etc/petstore/ca.pem (${tlsPage}).`,
    };
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return {
      problem: `has a certificate for another name than "${host}" (${code}):`,
      remedy: "write a name in DATABASE_URL that the certificate has, or give the server a certificate for this one.",
    };
  }
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID") {
    return {
      problem: `has a certificate that is not valid today (${code}):`,
      remedy: "renew the server's certificate, or correct the clock of this machine.",
    };
  }
  return {
    problem: `cannot agree on TLS with this client (${code}):`,
    remedy: `see that sslrootcert, sslcert and sslkey name PEM files and that the server accepts the certificate (${tlsPage}).`,
  };
};

/** PostgreSQL has one code for all refusals before the password; this routine of it reads pg_hba.conf. */
const isRefusedByRules = (error: unknown): boolean =>
  hasCode(error, "28000") && Reflect.get(error, "routine") === "ClientAuthentication";

const explainRules = (isEncrypted: boolean): string =>
  isEncrypted
    ? "add a rule for this user, database and address to the server's pg_hba.conf; if its rule asks for a client's certificate, name one in sslcert and sslkey."
    : `add sslmode=verify-full to DATABASE_URL if the server demands TLS (${tlsPage}), or a rule for this user, database and address to its pg_hba.conf.`;

const explainError = (error: unknown, { user = "", host, ssl }: Client): Explanation => {
  if (hasCode(error, "3D000")) {
    return { problem: "does not exist:", remedy: "create it, or correct DATABASE_URL." };
  }
  if (isRefusedByRules(error)) {
    const how = ssl ? "with" : "without";
    return { problem: `admits no connection of "${user}" ${how} TLS (28000):`, remedy: explainRules(ssl) };
  }
  if (hasCode(error, "28000", "28P01", "42501")) {
    return {
      problem: `refuses the user "${user}" (${error.code}):`,
      remedy: "correct the password in DATABASE_URL or the server's rules.",
    };
  }
  if (hasCode(error, "25006")) {
    return {
      problem: "is a standby, which only reads (25006):",
      remedy: "name the primary, or an address that always leads to it.",
    };
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
  return (
    explainTls(error, host) ?? {
      problem: `cannot be reached (${code}):`,
      remedy: "see that it runs and can be reached from here, or correct DATABASE_URL.",
    }
  );
};

/** @returns an OperatorError without the error's own text, which could repeat the password. */
export const explainConnection = (error: unknown, connection: ClientConfig): OperatorError => {
  if (error instanceof OperatorError) return error;
  const client = new Client(connection);
  const place = `The database "${client.database ?? ""}" at ${client.host}:${client.port}, named by DATABASE_URL,`;
  const { problem, remedy } = explainError(error, client);
  return new OperatorError("database_unavailable", `${place} ${problem}`, remedy);
};

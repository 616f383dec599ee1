import { isTlsCode, TLS_NOT_OFFERED } from "./errors.js";

export type TlsFailure = { readonly problem: string; readonly remedy: string };

export const tlsPage = "docs/operations.md, TLS to PostgreSQL";
const untrusted = [
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
];

/** Explains a TLS handshake that failed with this code. @param host - The name that the certificate must contain. */
export const explainTls = (code: string, host: string): TlsFailure | undefined => {
  if (code === TLS_NOT_OFFERED) {
    return {
      problem: "does not offer TLS, which the address requires",
      remedy: "set ssl=on in the server's postgresql.conf, or leave sslmode out of DATABASE_URL.",
    };
  }
  if (!isTlsCode(code)) return undefined;
  if (untrusted.includes(code)) {
    return {
      problem: "has a certificate from an authority that this machine does not trust",
      remedy: `name the file of that authority's certificate in DATABASE_URL, as in ?sslmode=verify-full&sslrootcert=/etc/petstore/ca.pem (${tlsPage}).`,
    };
  }
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return {
      problem: `has a certificate for a name other than "${host}"`,
      remedy: "use a name in DATABASE_URL that is in the certificate, or give the server a certificate for this name.",
    };
  }
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID") {
    return {
      problem: "has a certificate that is not valid today",
      remedy: "renew the server's certificate, or correct the clock of this machine.",
    };
  }
  return {
    problem: "cannot agree on TLS with this client",
    remedy: `make sure that sslrootcert, sslcert and sslkey name PEM files and that the server accepts the certificate (${tlsPage}).`,
  };
};

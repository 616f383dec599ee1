import { createHash } from "node:crypto";

/**
 * What the database and answers know of a session's token: its SHA-256 in hex. It names the session; only the token, which is
 * in the browser's cookie alone, opens it. A token has 190 random bits, so that a plain hash cannot be searched.
 */
export const sessionTokenHash = (token: string): string => createHash("sha256").update(token).digest("hex");

type Row = { token?: unknown };
type SessionQuery = { data?: Row; where?: { token?: unknown } };

/**
 * Rewrites a query of better-auth about sessions, which knows plain tokens alone: to hashes on the way in, and of those that
 * the query named back to tokens in the rows that come out.
 */
export const hashSessionTokens = (query: SessionQuery) => {
  const plainOf = new Map<unknown, string>();
  const hashed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(hashed);
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([operator, operand]) => [operator, hashed(operand)]));
    }
    if (typeof value !== "string") return value;
    const hash = sessionTokenHash(value);
    plainOf.set(hash, value);
    return hash;
  };
  const rewritten = <Part extends Row>(part: Part): Part =>
    part.token === undefined ? part : { ...part, token: hashed(part.token) };
  const restore = (row: unknown): unknown => {
    if (Array.isArray(row)) return row.map(restore);
    const plain = plainOf.get((row as Row | null)?.token);
    return plain === undefined ? row : { ...(row as Row), token: plain };
  };
  return {
    query: {
      ...query,
      ...(query.data && { data: rewritten(query.data) }),
      ...(query.where && { where: rewritten(query.where) }),
    },
    restore,
  };
};

import { createHash } from "node:crypto";

/** The database stores only this hash. A token has 190 random bits, so a fast hash without salt is enough. */
export const sessionTokenHash = (token: string): string => createHash("sha256").update(token).digest("hex");

type Row = { token?: unknown };
type SessionQuery = { data?: Row; where?: { token?: unknown } };

/**
 * Lets better-auth work with plain tokens: its queries are sent with hashes, and the returned rows get the token from
 * the query.
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

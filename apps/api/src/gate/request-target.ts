export type RequestTarget = { readonly path: string; readonly pathAndQuery: string };

const originAndSlash = /^https?:\/\/[^/?#\\]+\//i;

/**
 * Parses a target in origin form, or in absolute form with http or https (RFC 9112 §3.2); undefined for all others.
 * It is strict: if two parsers read a target differently, a check can be bypassed.
 */
export const readTarget = (target: string): RequestTarget | undefined => {
  const pathAndQuery = target.startsWith("/") ? target : target.replace(originAndSlash, "/");
  const end = pathAndQuery.indexOf("?");
  const path = end === -1 ? pathAndQuery : pathAndQuery.slice(0, end);
  if (!path.startsWith("/") || path.includes("\\") || pathAndQuery.includes("#")) return undefined;
  return { path, pathAndQuery };
};

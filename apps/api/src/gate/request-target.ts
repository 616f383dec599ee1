/** The path of a request, and both it and the query as they stand behind the authority. */
export type RequestTarget = { readonly path: string; readonly pathAndQuery: string };

/** What stands before the path in absolute form, and the path's first slash. */
const origin = /^https?:\/\/[^/?#\\]+\//i;

/**
 * Reads a request target in origin form, or in absolute form of http and https (RFC 9112 §3.2). It is strict, and what it
 * has read is all that anybody behind it sees: where two readers differ on what a target means, a check can be passed by.
 * @returns undefined for every other form, a fragment and a backslash in the path included.
 */
export const readTarget = (target: string): RequestTarget | undefined => {
  const pathAndQuery = target.startsWith("/") ? target : target.replace(origin, "/");
  const end = pathAndQuery.indexOf("?");
  const path = end === -1 ? pathAndQuery : pathAndQuery.slice(0, end);
  if (!path.startsWith("/") || path.includes("\\") || pathAndQuery.includes("#")) return undefined;
  return { path, pathAndQuery };
};

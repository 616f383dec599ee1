/** The path and the query of a request, `query` with its `?`. */
export type RequestTarget = { readonly path: string; readonly query: string };

/**
 * Reads a request target in origin form, or in absolute form of http and https (RFC 9112 §3.2). It is strict, and what it
 * has read is all that anybody behind it sees: where two readers differ on what a target means, a check can be passed by.
 * @returns undefined for every other form, a fragment and a backslash in the path included.
 */
export const readTarget = (target: string): RequestTarget | undefined => {
  const match = /^(?:https?:\/\/[^/?#\\]+)?(\/[^?#\\]*)(\?[^#]*)?$/i.exec(target);
  return match?.[1] === undefined ? undefined : { path: match[1], query: match[2] ?? "" };
};

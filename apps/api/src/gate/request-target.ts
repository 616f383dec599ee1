export type RequestTarget = { readonly path: string; readonly pathAndQuery: string };

const originAndSlash = /^https?:\/\/[^/?#\\]+\//i;

/** Only origin form and absolute http(s) form (RFC 9112 §3.2). Two parsers that disagree let a check be bypassed. */
export const readTarget = (target: string): RequestTarget | undefined => {
  const pathAndQuery = target.startsWith("/") ? target : target.replace(originAndSlash, "/");
  const end = pathAndQuery.indexOf("?");
  const path = end === -1 ? pathAndQuery : pathAndQuery.slice(0, end);
  if (!path.startsWith("/") || path.includes("\\") || pathAndQuery.includes("#")) return undefined;
  return { path, pathAndQuery };
};

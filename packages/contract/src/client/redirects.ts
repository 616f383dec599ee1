const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Browsers hide the status of a redirect that `fetch` does not follow. */
export const isRedirect = ({ status, type }: Response): boolean => type === "opaqueredirect" || REDIRECTS.has(status);

/** @param url - The URL of the request, because `Location` may be relative to it. */
export const targetOf = ({ headers }: Response, url: string): string => {
  const location = headers.get("location");
  if (location === null) return "an address that is not known here";
  return URL.canParse(location, url) ? new URL(location, url).href : location;
};

declare global {
  /** The answers that `public/theme.js` asked for, by their method and path. */
  var earlyAnswers: Map<string, Promise<Response>> | undefined;
}

/** An answer that is older than this, for example of a page that was opened in the background, is not used. */
const MAX_AGE_MS = 30_000;

/**
 * A `fetch` for the first requests of the page. It returns the answer that was asked for before the code of the page had
 * arrived. Each answer is used once. If there is none, or if the request for it failed, the request is sent.
 */
export const earlyFetch: typeof fetch = async (url, init) => {
  if (typeof url !== "string") return fetch(url, init);
  const line = `${init?.method ?? "GET"} ${url}`;
  const answer = performance.now() < MAX_AGE_MS ? globalThis.earlyAnswers?.get(line) : undefined;
  globalThis.earlyAnswers?.delete(line);
  return answer === undefined ? fetch(url, init) : answer.catch(() => fetch(url, init));
};

/** Parses the text of `getAllResponseHeaders`, which has one line for each header. */
const toHeaders = (lines: string): Headers => {
  const headers = new Headers();
  for (const line of lines.trim().split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
};

/**
 * A `fetch` that reports how much of the body has been sent. It uses XMLHttpRequest, because `fetch` does not report
 * that.
 */
export const fetchWithProgress =
  (onProgress: (share: number) => void): typeof fetch =>
  (url, { method = "GET", headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url instanceof Request ? url.url : url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded / Math.max(1, total)));
      request.addEventListener("load", () => {
        const { status, responseText } = request;
        resolve(new Response(responseText, { status, headers: toHeaders(request.getAllResponseHeaders()) }));
      });
      request.addEventListener("error", () => reject(new TypeError("The connection was lost.")));
      request.addEventListener("abort", () => reject(signal?.reason as Error));
      signal?.addEventListener("abort", () => request.abort());
      request.send(body as XMLHttpRequestBodyInit);
    });

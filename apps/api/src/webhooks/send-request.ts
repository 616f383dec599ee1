import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import type { Target } from "./check-target.js";

/** The outcome of a request. Only the status and the size of the response are kept. */
export type BareResponse = {
  readonly status: number | null;
  readonly problem: "status" | "redirect" | "timeout" | "connection" | "tls" | "gone" | null;
  readonly responseBytes: number | null;
  /** The header field `Retry-After` as it was received. */
  readonly retryAfter: string | undefined;
};

export type SignedMessage = { readonly body: string; readonly headers: Readonly<Record<string, string>> };

const MAX_RESPONSE_BYTES = 65_536;
const MAX_HEADER_BYTES = 16_384;
/**
 * RFC 9110 §15.2 allows any number of interim responses before the final one, and Node would parse them without end.
 */
const MAX_INTERIM = 8;
/** Bounds everything else that a receiver sends, such as empty lines before its response. */
const MAX_READ_BYTES = 262_144;

// Each attempt opens its own connection, because an open one could lead to the result of an earlier look-up.
const agents = {
  "http:": new HttpAgent({ keepAlive: false }),
  "https:": new HttpsAgent({ keepAlive: false, maxCachedSessions: 0 }),
};

/** Returns the addresses that were checked, whatever the name resolves to by now. */
const lookupOf =
  ({ addresses }: Target): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses;
    if (options.all === true) return callback(null, [...addresses]);
    callback(null, first?.address ?? "", first?.family);
  };

const problemOf = (status: number): BareResponse["problem"] => {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return "gone";
  return status >= 300 && status < 400 ? "redirect" : "status";
};

const isOfTls = (error: unknown) => {
  const code = String((error as { code?: unknown }).code);
  return /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH)/.test(code);
};

/**
 * Counts the bytes of a body up to a limit. It does not matter how the body ends, because the status has already
 * decided the outcome.
 */
const countBody = (response: IncomingMessage, onCount: (bytes: number) => void) => {
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes = Math.min(MAX_RESPONSE_BYTES, bytes + chunk.length);
    onCount(bytes);
    if (bytes === MAX_RESPONSE_BYTES) response.destroy();
  });
};

/**
 * Sends one request to the checked addresses, without following redirects.
 * @param signal - Can end it at any moment.
 */
export const sendRequest = (
  target: Target,
  { body, headers }: SignedMessage,
  signal: AbortSignal,
  ca?: string,
): Promise<BareResponse> =>
  new Promise((resolve) => {
    const { url } = target;
    const isSecure = url.protocol === "https:";
    let status: number | null = null;
    let responseBytes: number | null = null;
    let retryAfter: string | undefined;
    const end = (problem: BareResponse["problem"]) => resolve({ status, problem, responseBytes, retryAfter });
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method: "POST",
      agent: agents[isSecure ? "https:" : "http:"],
      lookup: lookupOf(target),
      maxHeaderSize: MAX_HEADER_BYTES,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      signal,
      // Without this, an environment variable could switch the verification off.
      ...(isSecure && { rejectUnauthorized: true, ...(ca !== undefined && { ca }) }),
    });
    let interim = 0;
    request.on("information", () => {
      interim += 1;
      if (interim > MAX_INTERIM) request.destroy(new Error("The receiver sent too many interim responses."));
    });
    let readBytes = 0;
    request.on("socket", (socket) =>
      socket.on("data", ({ length }: Buffer) => {
        readBytes += length;
        if (readBytes > MAX_READ_BYTES)
          request.destroy(new Error("The receiver sent more bytes than a response may have."));
      }),
    );
    request.on("response", (response) => {
      status = response.statusCode ?? 0;
      responseBytes = 0;
      retryAfter = response.headers["retry-after"];
      countBody(response, (bytes) => {
        responseBytes = bytes;
      });
      response.on("error", () => {});
      response.on("close", () => end(problemOf(status ?? 0)));
    });
    request.on("error", (error) => {
      if (status === null) end(signal.aborted ? "timeout" : isOfTls(error) ? "tls" : "connection");
    });
    request.on("close", () => end(status === null ? "connection" : problemOf(status)));
    request.end(body);
  });

import { version } from "./generated/version.js";

/**
 * Browsers send their own name. If the client added a field, browsers would send a CORS preflight before each request.
 */
const isBrowser = "document" in globalThis || "WorkerGlobalScope" in globalThis;

/** The header field that tells an operator which client calls, and in which version. */
export const userAgent: Readonly<Record<string, string>> = isBrowser
  ? {}
  : { "user-agent": `petstore-contract/${version}` };

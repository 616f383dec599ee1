import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Config } from "../config/config.js";
import { listen } from "./listen.js";
import type { Snapshot } from "../metrics/metric.js";
import { printSnapshots } from "../metrics/snapshots.js";

/** A scraper sends a short header and no body. */
const MAX_HEADER_BYTES = 8_192;
const REQUEST_TIMEOUT_MS = 5_000;
/** How long a connection may be silent. Most scrape intervals are shorter. */
const IDLE_TIMEOUT_MS = 20_000;
const MAX_CONNECTIONS = 32;
const PATH = "/metrics";
const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

const refuse = (response: ServerResponse, status: number, text: string, fields: Record<string, string> = {}) => {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", Connection: "close", ...fields });
  response.end(`${text}\n`);
};

const isBodiless = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] === undefined && (headers["content-length"] ?? "0") === "0";

export type MetricsServer = { close(): void };

/**
 * Opens the port for metrics, which is separate from the public one: it requires no key, and it answers even while the
 * gate refuses requests.
 */
export const openMetricsServer = async (
  { metricsHost, metricsPort = 0 }: Pick<Config, "metricsHost" | "metricsPort">,
  log: Logger,
  collect: () => Promise<readonly Snapshot[]>,
): Promise<MetricsServer> => {
  let printing: Promise<string> | undefined;
  /** Scrapes that arrive at the same time share one collection. */
  const print = () =>
    (printing ??= collect()
      .then(printSnapshots)
      .finally(() => (printing = undefined)));
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const [path] = (request.url ?? "").split("?", 1);
    if (path !== PATH) return refuse(response, 404, `Only ${PATH} exists here.`);
    if (request.method !== "GET" && request.method !== "HEAD") {
      return refuse(response, 405, `Only GET and HEAD are allowed for ${PATH}.`, { Allow: "GET, HEAD" });
    }
    if (!isBodiless(request)) return refuse(response, 413, "A scrape must not have a body.");
    try {
      const text = await print();
      response.writeHead(200, { "Content-Type": CONTENT_TYPE, "Content-Length": Buffer.byteLength(text) });
      response.end(request.method === "HEAD" ? undefined : text);
    } catch (error) {
      log.warn({ err: error }, "The metrics could not be collected.");
      refuse(response, 500, "The metrics could not be collected; see the log.");
    }
  };
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: REQUEST_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: IDLE_TIMEOUT_MS,
      connectionsCheckingInterval: REQUEST_TIMEOUT_MS / 5,
    },
    (request, response) => void answer(request, response),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(IDLE_TIMEOUT_MS);
  const names = { host: "METRICS_HOST", port: "METRICS_PORT" };
  const address = await listen(server, { host: metricsHost, port: metricsPort }, names);
  server.on("error", (error) => log.warn({ err: error }, "The metrics' listener failed."));
  log.info(`Metrics are at ${address}${PATH}.`);
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { close };
};

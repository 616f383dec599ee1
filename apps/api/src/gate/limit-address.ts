import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createClientAddress, networkOf } from "../request/client-address.js";
import type { Config } from "../config/config.js";
import type { WorkerBus } from "../concurrency/worker-bus.js";
import type { RequestMetrics } from "../metrics/request-metrics.js";
import { addressLimited } from "../errors.js";
import type { RateLimitResult } from "../concurrency/rate-limit/counter.js";

const WINDOW_SECONDS = 60;
/** Static files get a higher limit: a page of the admin loads a dozen files, and an office may share one address. */
const STATIC_FILES_PER_REQUEST = 10;
/**
 * Health checks have no limit: they answer from memory or share one database probe, however often load balancers call
 * them.
 */
const healthChecks = new Set(["/healthz", "/readyz"]);

export const isHealthCheck = ({ url = "" }: IncomingMessage): boolean => healthChecks.has(url.split("?", 1)[0] ?? "");

type LimitDeps = {
  readonly config: Config;
  readonly workerBus: WorkerBus;
  readonly metrics: RequestMetrics | undefined;
};
type Limit = { readonly name: string; readonly points: number; readonly metric: "address" | "static_files" };

/** A keyed hash maps networks to 65,536 slots: memory is bounded, and clients cannot tell which networks share one. */
const createLimit = ({ config, workerBus, metrics }: LimitDeps, { name, points, metric }: Limit) => {
  const addressOf = createClientAddress(config.trustedProxies);
  const counter = workerBus.openCounter({ name, points, seconds: WINDOW_SECONDS });
  const check = ({ isOver, resetSeconds }: RateLimitResult) => {
    if (!isOver) return;
    if (metrics !== undefined) metrics.rateLimited[metric] += 1;
    throw addressLimited(points, resetSeconds);
  };
  return (request: IncomingMessage): void | Promise<void> => {
    const network = networkOf(addressOf(request) ?? "");
    const slot = createHmac("sha256", workerBus.secret).update(network).digest("hex").slice(0, 4);
    const count = counter.add(slot);
    return count instanceof Promise ? count.then(check) : check(count);
  };
};

export const limitAddress = (deps: LimitDeps) => {
  const { addressRateLimit } = deps.config;
  const limit = createLimit(deps, { name: "requests by address", points: addressRateLimit, metric: "address" });
  return (request: IncomingMessage, path: string): void | Promise<void> =>
    addressRateLimit === 0 || healthChecks.has(path) ? undefined : limit(request);
};

/**
 * Counts static files apart from requests, so that pages of the admin do not use up the requests that sign-in needs.
 */
export const limitStaticFiles = (deps: LimitDeps) => {
  const { addressRateLimit } = deps.config;
  const limit = createLimit(deps, {
    name: "static files by address",
    points: STATIC_FILES_PER_REQUEST * addressRateLimit,
    metric: "static_files",
  });
  return (request: IncomingMessage): void | Promise<void> => (addressRateLimit === 0 ? undefined : limit(request));
};

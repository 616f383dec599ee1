import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createClientAddress, networkOf } from "./client-address.js";
import type { Deps } from "../deps.js";
import { addressLimited } from "../errors.js";
import type { RateLimitResult } from "../rate-limit/counter.js";

const WINDOW_SECONDS = 60;
/** Not limited: they answer from memory or share one database probe, however often load balancers call them. */
const healthChecks = new Set(["/healthz", "/readyz"]);

/** A keyed hash maps networks to 65,536 slots: memory is bounded, and clients cannot tell which networks share one. */
export const limitAddress = ({ config, workerBus }: Pick<Deps, "config" | "workerBus">) => {
  const { addressRateLimit: points, trustedProxies } = config;
  const addressOf = createClientAddress(trustedProxies);
  const counter = workerBus.openCounter({ name: "requests by address", points, seconds: WINDOW_SECONDS });
  const check = ({ isOver, resetSeconds }: RateLimitResult) => {
    if (isOver) throw addressLimited(points, resetSeconds);
  };
  return (request: IncomingMessage, path: string): void | Promise<void> => {
    if (points === 0 || healthChecks.has(path)) return;
    const network = networkOf(addressOf(request) ?? "");
    const slot = createHmac("sha256", workerBus.secret).update(network).digest("hex").slice(0, 4);
    const count = counter.add(slot);
    return count instanceof Promise ? count.then(check) : check(count);
  };
};

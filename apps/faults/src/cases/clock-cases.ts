import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { BASE_PATH } from "@petstore/contract/routes";
import { type Answer, ask, type Asking } from "../traffic/ask.js";
import type { FaultCase, Stage, Injected } from "./fault-case.js";

const DAY_MS = 86_400_000;
/** The limit is higher than the rate of the traffic, because the jump could affect the counting itself. */
const LIMIT = 100_000;
const preload = new URL("../service/clock-preload.js", import.meta.url);

const limitOf = ({ headers }: Answer) => {
  const [, remaining, reset] = /r=(\d+);t=(-?\d+)/.exec(String(headers["ratelimit"])) ?? [];
  return { remaining: Number(remaining), reset: Number(reset) };
};

/** Uses a new key, and sends the same create before and after the clock jumps. */
const inject = async ({ service, key }: Stage): Promise<Injected> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = async (asking: Asking): Promise<Answer> => {
    const outcome = await ask(agent, service.origin, asking);
    if (typeof outcome === "string") throw new Error(`${asking.method} ${asking.path}: ${outcome}`);
    return outcome;
  };
  const made = await send({
    method: "POST",
    path: `${BASE_PATH}/api-keys`,
    key,
    body: { name: "clock", scope: "write" },
  });
  const fresh = (JSON.parse(made.body) as { key: string }).key;
  const once: Asking = {
    method: "POST",
    path: `${BASE_PATH}/pets`,
    key: fresh,
    idempotencyKey: "clock",
    body: { name: "clock", categoryId: 1 },
  };
  const before = await send(once);
  process.kill(service.pid(), "SIGUSR2");
  await sleep(200);
  const backAt = performance.now();
  const after = await send(once);
  agent.destroy();
  const [limitBefore, limitAfter] = [limitOf(before), limitOf(after)];
  return {
    backAt,
    reasons: [
      ...(after.status === before.status && after.body === before.body
        ? []
        : ["a create was not replayed after the jump"]),
      ...(limitAfter.remaining === limitBefore.remaining - 1 ? [] : ["the jump reset the rate limit"]),
      ...(limitAfter.reset >= 0 && limitAfter.reset <= 60
        ? []
        : [`RateLimit says t=${limitAfter.reset} after the jump`]),
    ],
  };
};

const jump = (at: string, ms: number): FaultCase => ({
  fault: "clock jumps",
  at,
  store: "proxied",
  env: { RATE_LIMIT: String(LIMIT), CLOCK_JUMP_MS: String(ms) },
  flags: ["--import", preload.href],
  inject,
});

export const clockCases: readonly FaultCase[] = [jump("a day forward", DAY_MS), jump("a day back", -DAY_MS)];

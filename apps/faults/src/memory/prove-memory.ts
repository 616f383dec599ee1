import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { quantile } from "@petstore/bench/dist/statistics.js";
import { HEAP_MB, LIMIT_MB, watchMemory } from "../attacks/watch-memory.js";
import { startReader } from "../photos/reader.js";
import { startPrivateService } from "../service/private-service.js";
import { makeCgroup } from "./cgroup.js";
import { createClient } from "./client.js";
import { fillStore } from "./heavy-store.js";
import { steps } from "./steps.js";

const MAX_P99_MS = 250;

export type Options = {
  readonly api: string;
  readonly only: RegExp;
  /** True if response times are judged. A short form runs at the same time as other tests, so its times are not. */
  readonly judgesTimes: boolean;
  /** True if the kernel also kills the service when it exceeds the limit. */
  readonly cgroup?: boolean;
};

const columns = (...cells: readonly (string | number)[]) =>
  cells.map((cell, at) => (at === 0 ? String(cell).padEnd(24) : String(cell).padStart(9))).join(" ");

const written = (statuses: ReadonlyMap<number, number>) =>
  [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ");

type Key = { readonly key: string };

/**
 * Runs the usual work of staff under a memory limit, on a store that is filled up to its limits.
 * @returns A sentence for each failure.
 */
export const proveMemory = async (
  { api, only, judgesTimes, cgroup = false }: Options,
  print: (line: string) => void,
  cleanup: Cleanup,
): Promise<string[]> => {
  const env = { ACCOUNT_RATE_LIMIT: "0" };
  const group = cgroup ? await makeCgroup(LIMIT_MB, cleanup) : undefined;
  const { service, key } = await startPrivateService(api, "admin", cleanup, {
    env,
    flags: [`--max-old-space-size=${HEAP_MB}`],
    ...(group && { cgroup: group.processes }),
  });
  const admin = createClient(service.origin, key);
  const makeKey = async (scope: string) =>
    ((await admin.send("POST", "/v1/api-keys", { name: scope, scope })).body as Key).key;
  const clients = [admin, createClient(service.origin, await makeKey("write"))];
  const memory = await watchMemory(service);
  const reader = startReader({ origin: service.origin, authorization: `Bearer ${await makeKey("read")}` });
  cleanup.add(() => reader.stop());
  const failures: string[] = [];
  const prove = async (name: string, run: () => Promise<unknown>): Promise<boolean> => {
    for (const { statuses } of clients) statuses.clear();
    await reader.latencies();
    const startedAt = performance.now();
    const failure = await run().then(
      () => undefined,
      (error: Error) => error.message,
    );
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    const p99 = Math.round(quantile(await reader.latencies(), 0.99));
    const statuses = new Map<number, number>();
    for (const one of clients)
      for (const [status, count] of one.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
    print(`${columns(name, seconds, memory.maxMb(), p99)}  ${written(statuses)}`);
    const how = service.exit();
    if (how !== undefined || memory.isOver())
      failures.push(`${name}: the service ended: ${memory.isOver() ? `above ${LIMIT_MB} MiB` : how}`);
    else if (failure !== undefined) failures.push(`${name}: ${failure}`);
    if (judgesTimes && p99 > MAX_P99_MS)
      failures.push(`${name}: others' p99 was ${p99} ms, more than ${MAX_P99_MS} ms`);
    return how === undefined && !memory.isOver();
  };
  print(`${memory.firstMb} MiB resident; the limit is ${LIMIT_MB} MiB with a heap of ${HEAP_MB} MiB\n`);
  print(`${columns("step", "s", "MiB most", "p99 ms")}  answers`);
  let store: Awaited<ReturnType<typeof fillStore>> | undefined;
  let isAlive = await prove("fill", async () => (store = await fillStore(admin, clients[1] ?? admin)));
  for (const [name, run] of Object.entries(steps)) {
    if (!isAlive || store === undefined) break;
    const filled = store;
    if (only.test(name)) isAlive = await prove(name, () => run(filled, clients));
  }
  if (group !== undefined)
    print(
      `\nThe control group of the service used ${await group.readPeak()} of ${LIMIT_MB} MiB at the most, cached files included.`,
    );
  await memory.stop();
  return failures;
};

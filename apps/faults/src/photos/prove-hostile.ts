import { setTimeout as sleep } from "node:timers/promises";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { quantile } from "@petstore/bench/dist/statistics.js";
import { HEAP_MB, LIMIT_MB } from "../attacks/watch-memory.js";
import { startPrivateService } from "../service/private-service.js";
import { openControlGroup } from "./control-group.js";
import { type HostileImage, hostileImages } from "./hostile-images.js";
import { watchPeak } from "./memory-of.js";
import { another, photoLike } from "./photo-like.js";
import { startReader } from "./reader.js";

const AT_ONCE = 8;
const MAX_P99_MS = 250;
const MAX_TRIES = 5;
const AGAIN_MS = 1_000;

type Options = {
  readonly api: string;
  readonly only: RegExp;
  /** True if response times are judged. A short form runs at the same time as other tests, so its times are not. */
  readonly judgesTimes: boolean;
};

type Print = (line: string) => void;

const countsOf = (statuses: readonly number[]) =>
  [...new Set(statuses)].map((one) => `${statuses.filter((status) => status === one).length} × ${one}`).join(", ");

/**
 * Starts a service in a control group, if this system allows one. PostgreSQL starts first and stays outside the group.
 */
const startLimited = async (api: string, print: Print, cleanup: Cleanup) => {
  const group = await openControlGroup(LIMIT_MB, cleanup);
  const flags = [`--max-old-space-size=${HEAP_MB}`];
  const { service, key } = await startPrivateService(api, "write", cleanup, { flags });
  if (group !== undefined) {
    await service.kill();
    await group.within(() => service.start());
    await service.ready();
  }
  print(
    `the limit is ${LIMIT_MB} MiB with a heap of ${HEAP_MB} MiB; ${group === undefined ? "no control group: only samples judge" : "a control group holds it"}`,
  );
  return { service, authorization: `Bearer ${key}`, kills: group?.kills ?? (async () => 0) };
};

/**
 * Uploads eight hostile images of each kind at once, with the memory limit that docs/deploying.md gives a process. All
 * must get a response, the next photo must be read, and other requests must be served in the meantime.
 * @returns A sentence for each failure.
 */
export const proveHostile = async (
  { api, only, judgesTimes }: Options,
  print: Print,
  cleanup: Cleanup,
): Promise<string[]> => {
  const { service, authorization, kills } = await startLimited(api, print, cleanup);
  const send = async (path: string, type: string, body: BodyInit) => {
    const headers = { authorization, "content-type": type };
    const url = `${service.origin}${path}`;
    const response = await fetch(url, { method: "POST", headers, body }).catch(() => undefined);
    return { status: response?.status ?? 0, body: (await response?.json().catch(() => undefined)) as { id?: number } };
  };
  const reader = startReader({ origin: service.origin, authorization });
  cleanup.add(() => reader.stop());
  const photo = photoLike(3);
  const failures: string[] = [];
  const allTimes: number[] = [];
  const prove = async ({ name, make, status }: HostileImage) => {
    const image = await make();
    const pet = JSON.stringify({ name: "Hostile", categoryId: 1 });
    const { id } = (await send("/v1/pets", "application/json", pet)).body;
    /**
     * Uploads an image, and again after a 503 as a client would, because on a slow machine an image may wait too long
     * for its turn.
     */
    const upload = async (bytes: Buffer): Promise<number> => {
      const body = new Uint8Array(another(bytes));
      for (let left = MAX_TRIES; ; left -= 1) {
        const { status: answered } = await send(`/v1/pets/${id}/photos`, "image/png", body);
        if (answered !== 503 || left === 0) return answered;
        await sleep(AGAIN_MS);
      }
    };
    await reader.latencies();
    const peak = watchPeak(service.pid());
    const statuses = await Promise.all(Array.from({ length: AT_ONCE }, () => upload(image)));
    await peak.stop();
    const times = await reader.latencies();
    const own = Math.round(quantile(times, 0.99));
    const next = await upload(photo);
    print(
      `${AT_ONCE} × ${name} (${(image.length / 1e6).toFixed(1)} MB): ${peak.sampled()} MiB resident at once, at most ${peak.bound()}; ${countsOf(statuses)}, the next photo ${next}; GET /v1/pets ${times.length} times, p99 ${own} ms`,
    );
    if (peak.bound() >= LIMIT_MB) failures.push(`${name}: the service may have taken ${peak.bound()} MiB`);
    if (statuses.some((one) => one !== status)) failures.push(`${name}: answered ${countsOf(statuses)}, not ${status}`);
    if (next !== 201) failures.push(`${name}: the response to the next photo was ${next}`);
    if (times.length === 0) failures.push(`${name}: nobody else was served`);
    allTimes.push(...times);
  };
  for (const one of hostileImages) {
    if (only.test(one.name) && service.exit() === undefined) await prove(one);
  }
  // Images that are refused because of their headers take so little time that they do not show how other requests are
  // delayed.
  const p99 = Math.round(quantile(allTimes, 0.99));
  print(`GET /v1/pets beside all of them: p99 ${p99} ms`);
  if (judgesTimes && p99 > MAX_P99_MS) failures.push(`others' p99 was ${p99} ms, more than ${MAX_P99_MS} ms`);
  if (service.exit() !== undefined) failures.push(`the service ended: ${service.exit()}`);
  if ((await kills()) > 0) failures.push("the kernel killed a process of the service for its memory");
  return failures;
};

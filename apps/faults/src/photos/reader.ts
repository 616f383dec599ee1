import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

type Target = { readonly origin: string; readonly authorization: string };

export type Reader = {
  /** Returns how many milliseconds each `GET /v1/pets` took since `latencies` was last called. */
  latencies(): Promise<readonly number[]>;
  stop(): Promise<unknown>;
};

const READ_EVERY_MS = 20;

/**
 * Reads pages of pets in a separate thread, because the large bodies that this process sends would delay the
 * measurement.
 */
export const startReader = (target: Target): Reader => {
  // This uses the compiled file, because a test runs this source without the JavaScript next to it.
  const worker = new Worker(new URL("../../dist/photos/reader.js", import.meta.url), { workerData: target });
  return {
    latencies: async () => {
      worker.postMessage("latencies", []);
      const [times] = (await once(worker, "message")) as [readonly number[]];
      return times;
    },
    stop: () => worker.terminate(),
  };
};

const read = async ({ origin, authorization }: Target): Promise<never> => {
  let latencies: number[] = [];
  parentPort?.on("message", () => {
    parentPort?.postMessage(latencies, []);
    latencies = [];
  });
  for (let page = 1; ; page = (page % 99) + 1) {
    const startedAt = performance.now();
    const response = await fetch(`${origin}/v1/pets?limit=${page}`, { headers: { authorization } }).catch(
      () => undefined,
    );
    await response?.arrayBuffer().catch(() => undefined);
    if (response?.status === 200) latencies.push(performance.now() - startedAt);
    await sleep(READ_EVERY_MS);
  }
};

if (!isMainThread) await read(workerData as Target);

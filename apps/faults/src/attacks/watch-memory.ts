import { setTimeout as sleep } from "node:timers/promises";
import { residentBytes } from "../service/processes.js";
import type { Service } from "../service/service-process.js";

export const LIMIT_MB = 512;
/** The heap size that Node itself chooses in a container with this limit. */
export const HEAP_MB = 256;
const INTERVAL_MS = 50;

export type MemoryWatch = {
  readonly firstMb: number;
  maxMb(): number;
  /** Returns true if the service was killed because it exceeded the limit. */
  isOver(): boolean;
  stop(): Promise<void>;
};

/** Samples the resident memory, and kills a service that exceeds the limit, as a container would. */
export const watchMemory = async (service: Service): Promise<MemoryWatch> => {
  const read = async () => (await residentBytes(service.pid())) / 2 ** 20;
  const firstMb = await read();
  let maxMb = firstMb;
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted && service.exit() === undefined) {
      maxMb = Math.max(maxMb, await read());
      if (maxMb > LIMIT_MB) await service.kill();
      await sleep(INTERVAL_MS);
    }
  })();
  return {
    firstMb: Math.round(firstMb),
    maxMb: () => Math.round(maxMb),
    isOver: () => maxMb > LIMIT_MB,
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
};

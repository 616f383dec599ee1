import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { photoLike } from "../photos/photo-like.js";
import { ask } from "../traffic/ask.js";
import { nameOutcome, type Seen, startCarefulWriters } from "../traffic/careful-writers.js";
import type { Ledger } from "../traffic/ledger.js";
import { startWatchfulReaders } from "../traffic/watchful-readers.js";

/** Requests of one kind to one replica. */
export type Stream = { readonly what: "writes" | "reads" | "photos"; readonly seen: () => readonly Seen[] };

export type Load = {
  readonly streams: readonly Stream[];
  /** Returns the number of reads that did not show an acknowledged write in time. */
  stale(): number;
  /** @returns The number of creates that were not acknowledged in time. */
  stop(withinMs: number): Promise<number>;
};

const WRITERS = 2;
const WRITE_PAUSE_MS = 450;
const READ_PAUSE_MS = 300;
const PHOTO_PAUSE_MS = 1_000;
const MEGAPIXELS = 0.01;

export const isSuccess = ({ outcome }: Seen): boolean => outcome === "200" || outcome === "201";

type Target = { readonly origin: string; readonly key: string };
type Photo = { readonly sizes: readonly { readonly url: string }[] };

/** Uploads one photo. @returns The path of one of its files. */
export const uploadPhoto = async ({ origin, key }: Target, petId: number): Promise<string> => {
  const response = await fetch(`${origin}/v1/pets/${petId}/photos`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "image/png" },
    body: new Uint8Array(photoLike(MEGAPIXELS)),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The response to an upload was ${response.status}: ${text}`);
  const [size] = (JSON.parse(text) as Photo).sizes;
  return new URL(size?.url ?? "", origin).pathname;
};

const startPhotoReader = (origin: string, path: string) => {
  const agent = new Agent({ keepAlive: true });
  const seen: Seen[] = [];
  const ending = new AbortController();
  const read = async () => {
    while (!ending.signal.aborted) {
      const sentAt = performance.now();
      const outcome = nameOutcome(await ask(agent, origin, { method: "GET", path }));
      seen.push({ sentAt, at: performance.now(), outcome });
      await sleep(PHOTO_PAUSE_MS);
    }
    agent.destroy();
  };
  const reading = read();
  return {
    seen,
    stop: () => {
      ending.abort();
      return reading;
    },
  };
};

type Options = Target & { readonly categoryId: number; readonly ledger: Ledger; readonly photoPath: string };

/** Starts moderate load on one replica: creates that are repeated until they succeed, reads of pets and of a photo. */
export const startLoad = ({ origin, key, categoryId, ledger, photoPath }: Options, cleanup: Cleanup): Load => {
  const writers = startCarefulWriters({
    origin,
    key,
    categoryId,
    ledger,
    writers: WRITERS,
    pauseMs: WRITE_PAUSE_MS,
  });
  const { acknowledged } = writers;
  const readers = startWatchfulReaders({ origin, key, acknowledged, pauseMs: READ_PAUSE_MS });
  const photos = startPhotoReader(origin, photoPath);
  const stop = async (withinMs: number) => {
    const [open] = await Promise.all([writers.stop(withinMs), readers.stop(), photos.stop()]);
    return open;
  };
  cleanup.add(() => stop(0));
  return {
    streams: [
      { what: "writes", seen: () => writers.seen },
      ...(["page", "newest", "pet"] as const).map((kind) => ({
        what: "reads" as const,
        seen: () => readers.seen.filter((read) => read.kind === kind),
      })),
      { what: "photos", seen: () => photos.seen },
    ],
    stale: () => readers.stale(),
    stop,
  };
};

import { setTimeout as sleep } from "node:timers/promises";
import type { Ask, Client } from "./requests.js";

export type LoopReport = {
  readonly sent: number;
  /** From the moment at which each was due. */
  readonly milliseconds: readonly number[];
  readonly failed: ReadonlyMap<string, number>;
};

/** Beyond that the service has stopped answering, and the client must not grow without bound. */
const MAX_IN_FLIGHT = 5_000;
const TICK_MS = 5;

const isFine = (status: number) => status === 200 || status === 201;

/** Sends requests when they are due, however late the responses are: a slow service gets no rest. */
export const runOpenLoop = async (
  client: Client,
  next: () => Ask,
  perSecond: number,
  seconds: number,
): Promise<LoopReport> => {
  const milliseconds: number[] = [];
  const failed = new Map<string, number>();
  const startedAt = performance.now();
  const inFlight = new Set<Promise<void>>();
  let sent = 0;
  const note = (what: string) => void failed.set(what, (failed.get(what) ?? 0) + 1);
  const send = async (dueAt: number) => {
    const status = await client.ask(next()).then(
      (outcome) => outcome.status,
      (error: unknown) => String(error),
    );
    if (typeof status === "number" && isFine(status)) milliseconds.push(performance.now() - dueAt);
    else note(String(status));
  };
  const due = () => Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
  while (performance.now() - startedAt < seconds * 1_000) {
    for (; sent < due(); sent += 1) {
      if (inFlight.size >= MAX_IN_FLIGHT) note("not sent: too many in flight");
      else {
        const sending: Promise<void> = send(startedAt + (sent * 1_000) / perSecond).finally(() =>
          inFlight.delete(sending),
        );
        inFlight.add(sending);
      }
    }
    await sleep(TICK_MS);
  }
  await Promise.all(inFlight);
  return { sent, milliseconds, failed };
};

/** @returns Requests per second of so many clients that each wait for their response. */
export const measureCapacity = async (
  client: Client,
  next: () => Ask,
  clients: number,
  seconds: number,
): Promise<number> => {
  const endsAt = performance.now() + seconds * 1_000;
  let answered = 0;
  const work = async () => {
    while (performance.now() < endsAt) {
      const { status } = await client.ask(next());
      if (!isFine(status)) throw new Error(`The service answered ${status} while its capacity was measured.`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  return answered / seconds;
};

import { setTimeout as sleep } from "node:timers/promises";
import { type Step, steps } from "../proxy/frontend-messages.js";
import { bandwidth, cut, frozen, latency, refused, reset, timeOut, type Toxic } from "../proxy/toxics.js";
import type { FaultCase, Stage, Injected } from "./fault-case.js";

const FAULT_MS = 3_000;
const HELD_MS = 6_000;

const end = ({ proxy }: Stage): Injected => ({
  backAt: performance.now(),
  reasons: proxy().hits() > 0 ? [] : ["the fault hit no connection"],
});

const poisonFor = (toxic: Toxic, step: Step) => async (stage: Stage) => {
  await stage.proxy().poison(toxic, step);
  await sleep(FAULT_MS);
  await stage.proxy().heal();
  return end(stage);
};

/** The times differ because a request has several queries but connects only once. */
const slowness: Readonly<Record<Step, number>> = { connect: 1_500, query: 150, commit: 800 };

const toxicsAt = (step: Step): readonly Toxic[] => [
  latency(slowness[step]),
  bandwidth(4_000),
  timeOut(2_000),
  reset,
  frozen,
  cut,
  refused,
];

const shortOnes = new Set(["reset commit", "refused connect"]);

const poisoned = steps.flatMap((step) =>
  toxicsAt(step)
    // The case `frozenForGood` replaces this combination.
    .filter(({ name }) => !(name === "frozen" && step === "query"))
    .map(
      (toxic): FaultCase => ({
        fault: toxic.name,
        at: step,
        store: "proxied",
        inject: poisonFor(toxic, step),
        ...(shortOnes.has(`${toxic.name} ${step}`) && { isShort: true }),
      }),
    ),
);

/** The open connections go silent permanently, while new ones work. */
const frozenForGood: FaultCase = {
  fault: "frozen",
  at: "query",
  store: "proxied",
  isShort: true,
  inject: async (stage) => {
    stage.proxy().freezeAll();
    return end(stage);
  },
};

/** All connections go silent, including new ones. Later all bytes that were held back arrive at once. */
const frozenAndThawed: FaultCase = {
  fault: "frozen, then thawed",
  at: "query",
  store: "proxied",
  inject: async (stage) => {
    stage.proxy().hold();
    await sleep(HELD_MS);
    stage.proxy().release();
    return end(stage);
  },
};

export const networkCases: readonly FaultCase[] = [...poisoned, frozenForGood, frozenAndThawed];

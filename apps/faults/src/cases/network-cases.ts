import { setTimeout as sleep } from "node:timers/promises";
import { type Step, steps } from "../proxy/frontend-messages.js";
import { bandwidth, cut, frozen, latency, refused, reset, slowClose, timeOut, type Toxic } from "../proxy/toxics.js";
import type { FaultCase, Stage, Struck } from "./fault-case.js";

/** How long a fault lasts. */
const FAULT_MS = 3_000;
const HELD_MS = 6_000;

const end = ({ proxy }: Stage): Struck => ({
  backAt: performance.now(),
  reasons: proxy().strikes() > 0 ? [] : ["the fault struck no connection"],
});

const poisonFor = (toxic: Toxic, step: Step) => async (stage: Stage) => {
  await stage.proxy().poison(toxic, step);
  await sleep(FAULT_MS);
  await stage.proxy().heal();
  return end(stage);
};

/** Connecting takes a second; a query, of which a request has several, less. */
const slowness: Readonly<Record<Step, number>> = { connect: 1_500, query: 150, commit: 800 };

const toxicsAt = (step: Step): readonly Toxic[] => [
  latency(slowness[step]),
  bandwidth(4_000),
  slowClose(2_000),
  timeOut(2_000),
  reset,
  frozen,
  cut,
  refused,
];

const shortOnes = new Set(["reset commit", "refused connect"]);

const poisoned = steps.flatMap((step) =>
  toxicsAt(step)
    // Frozen at a query: see below.
    .filter(({ name }) => !(name === "frozen" && step === "query"))
    .map(
      (toxic): FaultCase => ({
        fault: toxic.name,
        at: step,
        store: "proxied",
        strike: poisonFor(toxic, step),
        ...(shortOnes.has(`${toxic.name} ${step}`) && { isShort: true }),
      }),
    ),
);

/** Connections that are open go silent for good, whatever they are doing; new ones are served from the same moment on. */
const frozenForGood: FaultCase = {
  fault: "frozen",
  at: "query",
  store: "proxied",
  isShort: true,
  strike: async (stage) => {
    stage.proxy().freezeAll();
    return end(stage);
  },
};

/** All go silent, new ones too; then everything that was sent meanwhile arrives at once. */
const frozenAndThawed: FaultCase = {
  fault: "frozen, then thawed",
  at: "query",
  store: "proxied",
  strike: async (stage) => {
    stage.proxy().hold();
    await sleep(HELD_MS);
    stage.proxy().release();
    return end(stage);
  },
};

/** The path between service and PostgreSQL, through the proxy. */
export const networkCases: readonly FaultCase[] = [...poisoned, frozenForGood, frozenAndThawed];

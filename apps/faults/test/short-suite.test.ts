import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cases } from "../src/cases/cases.js";
import { nameOf, type Run } from "../src/cases/fault-case.js";
import { runCase } from "../src/cases/run-case.js";
import { createCleanup } from "@petstore/bench/dist/cleanup.js";
import { ownApi } from "../src/options.js";
import { openRun } from "../src/run.js";

/** The limits are three times those of `npx --yes pnpm faults`, because other tests run at the same time. */
const bounds = { boundMs: 15_000, waitMs: 15_000 };

const short = cases
  .filter(({ isShort }) => isShort === true)
  .map((faultCase) => [nameOf(faultCase), faultCase] as const);

describe("npx --yes pnpm faults --short", () => {
  const cleanup = createCleanup();
  let run: Run;

  beforeAll(async () => {
    run = await openRun({ api: ownApi }, bounds, cleanup);
  });
  afterAll(() => cleanup.all());

  it.each(short)("recovers from %s, and loses and duplicates nothing", async (_name, faultCase) => {
    const { reasons } = await runCase(run, faultCase);
    expect(reasons).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { attacks } from "../src/attacks/attacks.js";
import { openAttackRun } from "../src/attacks/open-attack-run.js";
import { runAttack } from "../src/attacks/run-attack.js";
import type { AttackRun } from "../src/attacks/stage.js";
import { createCleanup } from "@petstore/bench/dist/cleanup.js";
import { ownApi } from "../src/options.js";

const short = attacks.filter((attack) => attack.short !== undefined).map((attack) => [attack.name, attack] as const);

describe("npx --yes pnpm faults:attacks --short", () => {
  const cleanup = createCleanup();
  let run: AttackRun;

  beforeAll(async () => {
    run = await openAttackRun({ api: ownApi }, cleanup);
  });
  afterAll(() => cleanup.all());

  it.each(short)("serves other clients within its memory limit during %s", async (_name, attack) => {
    const { reasons } = await runAttack(run, attack, true);
    expect(reasons).toEqual([]);
  });
});

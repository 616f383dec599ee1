import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { startPeriodicTask } from "../src/concurrency/periodic-task.js";
import { otherTimers, periodicTasks } from "../src/concurrency/periodic-tasks.js";
import { jobKinds } from "../src/operation/job-steps.js";

const src = fileURLToPath(new URL("../src", import.meta.url));

const sources = async (): Promise<string[]> =>
  (await readdir(src, { recursive: true })).filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));

describe("periodic tasks", () => {
  it("records the steps of each kind of job in exactly one task", () => {
    expect(
      Object.values(periodicTasks)
        .flatMap(({ recorded }) => [...recorded])
        .toSorted(),
    ).toEqual([...jobKinds].toSorted());
  });

  it("explains for each task why the rest of it cannot end the process again and again", () => {
    for (const { bounded } of Object.values(periodicTasks)) expect(bounded).toMatch(/^[A-Z].*\.$/);
  });

  it("has no timer outside the table, so that a new one becomes a task or explains itself", async () => {
    const found: string[] = [];
    for (const path of await sources())
      if (/\bsetInterval\(/.test(await readFile(join(src, path), "utf8"))) found.push(path);
    expect(found.filter((path) => !path.startsWith("generated")).toSorted()).toEqual(
      Object.keys(otherTimers).toSorted(),
    );
  });

  it("does not compile a task that is not in the table", async () => {
    // @ts-expect-error The table does not have this task.
    const task = startPeriodicTask("kennels", 60_000, async () => {});
    await task.close();
  });
});

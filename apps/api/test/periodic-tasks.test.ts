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
  it("the steps of each kind of job are recorded in exactly one task", () => {
    expect(
      Object.values(periodicTasks)
        .flatMap(({ recorded }) => [...recorded])
        .toSorted(),
    ).toEqual([...jobKinds].toSorted());
  });

  it("each task explains why the part outside jobs cannot end the process again and again", () => {
    for (const { bounded } of Object.values(periodicTasks)) expect(bounded).toMatch(/^[A-Z].*\.$/);
  });

  it("every timer is in the table, so a new one becomes a task or gets a reason", async () => {
    const found: string[] = [];
    for (const path of await sources())
      if (/\bsetInterval\(/.test(await readFile(join(src, path), "utf8"))) found.push(path);
    expect(found.filter((path) => !path.startsWith("generated")).toSorted()).toEqual(
      Object.keys(otherTimers).toSorted(),
    );
  });

  it("a task that is not in the table does not compile", async () => {
    // @ts-expect-error The table does not have this task.
    const task = startPeriodicTask("kennels", 60_000, async () => {});
    await task.close();
  });
});

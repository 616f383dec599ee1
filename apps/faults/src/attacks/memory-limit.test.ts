import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Cleanup, createCleanup } from "../cleanup.js";
import { makeFolder } from "../store/store.js";
import { createLimitedGroup, findMemoryGroup } from "./memory-limit.js";

describe("the memory limit by cgroup", () => {
  let cleanup: Cleanup;
  let root: string;
  let membership: string;
  beforeEach(async () => {
    cleanup = createCleanup();
    root = await makeFolder(cleanup);
    membership = join(root, "membership");
    await mkdir(join(root, "slice/session"), { recursive: true });
    await writeFile(membership, "4:memory:/elsewhere\n0::/slice/session\n");
  });
  afterEach(() => cleanup.all());
  const delegate = (group: string, controllers: string) =>
    writeFile(join(root, group, "cgroup.subtree_control"), `${controllers}\n`);

  it("uses the nearest group that delegates memory, and none otherwise", async () => {
    await delegate("slice", "cpu io");
    expect(findMemoryGroup(root, membership)).toBeUndefined();
    await delegate("slice", "cpu memory");
    expect(findMemoryGroup(root, membership)).toBe(join(root, "slice"));
    await delegate("slice/session", "memory");
    expect(findMemoryGroup(root, membership)).toBe(join(root, "slice/session"));
  });

  it("moves the process into a group of 512 MiB without swap", async () => {
    const group = await createLimitedGroup(root, "limited", createCleanup());
    await group.add(4_242);
    const read = (file: string) => readFile(join(root, "limited", file), "utf8");
    expect(await Promise.all(["memory.max", "memory.swap.max", "cgroup.procs"].map(read))).toEqual([
      "536870912",
      "0",
      "4242",
    ]);
  });
});

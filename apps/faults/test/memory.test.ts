import { createCleanup } from "@petstore/bench/dist/cleanup.js";
import { afterAll, describe, expect, it } from "vitest";
import { proveMemory } from "../src/memory/prove-memory.js";
import { ownApi } from "../src/options.js";

describe("a store as heavy as limits allow, in 512 MiB", () => {
  const cleanup = createCleanup();
  afterAll(() => cleanup.all());

  it("can be deleted and restored by two clients at once without a crash of the service", async () => {
    const short = { api: ownApi, only: /^(delete|restore)$/, judgesTimes: false };
    expect(await proveMemory(short, () => {}, cleanup)).toEqual([]);
  });
});

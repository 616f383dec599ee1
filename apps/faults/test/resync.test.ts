import { createCleanup } from "@petstore/bench/dist/cleanup.js";
import { afterAll, describe, expect, it } from "vitest";
import { ownApi } from "../src/options.js";
import { proveRestore } from "../src/resync/prove-restore.js";

describe("copies of the catalogue that follow the feed, when a backup is restored elsewhere under writers", () => {
  const cleanup = createCleanup();
  afterAll(() => cleanup.all());

  it("are all told to read again, and then equal the catalogue", async () => {
    const short = { api: ownApi, seconds: 1, writers: 4, restores: 1 } as const;
    expect(await proveRestore(short, () => {}, cleanup)).toEqual([]);
  });
});

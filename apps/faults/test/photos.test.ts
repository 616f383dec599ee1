import { createCleanup } from "@petstore/bench/dist/cleanup.js";
import { afterAll, describe, expect, it } from "vitest";
import { ownApi } from "../src/options.js";
import { proveHostile } from "../src/photos/prove-hostile.js";

describe("eight hostile images at once, in 512 MiB", () => {
  const cleanup = createCleanup();
  afterAll(() => cleanup.all());

  it("are refused by their header or end the converter, and the photo after them is read", async () => {
    const short = { api: ownApi, only: /^(refused by its header|transparent noise)$/, judgesTimes: false };
    expect(await proveHostile(short, () => {}, cleanup)).toEqual([]);
  });
});

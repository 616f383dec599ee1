import { createCleanup } from "@petstore/bench/dist/cleanup.js";
import { afterAll, describe, expect, it } from "vitest";
import { ownApi } from "../src/options.js";
import { proveWebhooks } from "../src/webhooks/prove-webhooks.js";

describe("webhooks to receivers that are down, answer 500, hang, are slow, redirect inside or change their address", () => {
  const cleanup = createCleanup();
  afterAll(() => cleanup.all());

  it("deliver all messages once the receivers work again, and none to an internal address", async () => {
    const short = { api: ownApi, seconds: 3, patience: 0, rate: 10, judgesTimes: false };
    expect(await proveWebhooks(short, () => {}, cleanup)).toEqual([]);
  });
});

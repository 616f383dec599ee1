import { afterAll, describe, expect, it } from "vitest";
import { createCleanup } from "@petstore/bench/dist/cleanup.js";
import { judgeLostResponses, loseResponses } from "../src/client/lose-responses.js";
import { ownApi } from "../src/options.js";

const CREATES = 500;

describe("the client, when one connection in ten is cut after its request was sent", () => {
  const cleanup = createCleanup();
  afterAll(() => cleanup.all());

  it(`leaves exactly ${CREATES} pets after ${CREATES} creates`, async () => {
    const result = await loseResponses({ api: ownApi, creates: CREATES, share: 0.1, seed: 20_261_122 }, cleanup);
    expect(judgeLostResponses(CREATES, result)).toEqual([]);
  });
});

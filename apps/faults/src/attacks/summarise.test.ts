import { describe, expect, it } from "vitest";
import { summarise } from "./summarise.js";
import { NO_ANSWER } from "./victim.js";

describe("the summary of a client's requests", () => {
  it("counts the waiting time of a request without an answer, but not of a refused one", () => {
    const samples = [
      { name: "/readyz", ms: 2 },
      { name: "/readyz", ms: 30_000, failure: NO_ANSWER },
      { name: "/readyz", ms: 1, failure: "ECONNRESET" },
      { name: "/healthz", ms: 5 },
    ];
    expect(summarise(samples)).toEqual([
      {
        ...{ name: "/readyz", requests: 3, p50Ms: 30_000, p99Ms: 30_000, worstMs: 30_000 },
        failures: { [NO_ANSWER]: 1, ECONNRESET: 1 },
      },
      { name: "/healthz", requests: 1, p50Ms: 5, p99Ms: 5, worstMs: 5, failures: {} },
    ]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runTours, type TourResult } from "../src/run-tours.js";
import { type Service, startService } from "../src/service.js";
import { expectedLines } from "../src/tour.js";
import { typescriptClients } from "../src/typescript-clients.js";

/** It sees two steps, the second wrongly, and stops. */
const failing = {
  command: process.execPath,
  args: ["--eval", `console.log(${JSON.stringify(`${expectedLines[0]}\ncreate: 500`)}); throw new Error("no pet");`],
};

describe("the tour with a TypeScript client", () => {
  let service: Service;
  let results: TourResult[];

  beforeAll(async () => {
    service = await startService();
    results = await runTours([...typescriptClients.map(({ program }) => program), failing], service);
  });
  afterAll(() => service.stop());

  it.each(typescriptClients.map(({ name }, at) => [name, at] as const))("passes with %s", (_name, at) => {
    expect(results[at]).toMatchObject({ lines: expectedLines, failure: undefined });
  });

  it("fails with a client that sees something else", () => {
    expect(results.at(-1)).toMatchObject({ passed: 1, isPassed: false, failure: expect.stringContaining("no pet") });
  });
});

import { expect, it } from "vitest";
import type { Measurement } from "../measure.js";
import { scenarios } from "../scenarios.js";
import { servers } from "../servers/servers.js";
import type { Result } from "./result-tables.js";
import { summaryOf } from "./summary-tables.js";

const run = (responses: number, p99Ms: number) => [{ responses, seconds: 1, p99Ms } as Measurement];

/** Results in which this service sends 3,000 responses a second and Fastify 2,000. */
const results = scenarios.map((scenario): Result => {
  const of = (name: string, responses: number, p99Ms: number) =>
    servers
      .filter((server) => server.name === name)
      .map((server) => ({ server, runs: run(responses, p99Ms), openLoop: run(responses, 2 * p99Ms), missingRows: 0 }));
  return { scenario, servers: [...of("petstore", 3_000, 1), ...of("fastify", 2_000, 4)] };
});

it("has a row for each scenario that all servers take part in, with the ratio and p99 of each", () => {
  const [closed = "", open = ""] = summaryOf(results, results.slice(0, 1)).split("Open loop, p99:");
  expect(closed.match(/^\| [a-z][\w-]+ /gm)?.map((name) => name.slice(2).trim())).toEqual([
    "scenario",
    "hot-list",
    "zipf",
    "cursors",
    "get",
    "create-32",
    "mix",
  ]);
  expect(closed).toMatch(/^\| hot-list +\| +3,000\/s, 1\.0 \| +1\.50×, 4\.0 \|$/m);
  expect(open).toMatch(/^\| hot-list +\| +2\.0 \| +8\.0 \|$/m);
});

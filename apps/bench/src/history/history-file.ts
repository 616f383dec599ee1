import { appendFileSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { currentCommit } from "../machine.js";
import { median, quartiles, ratiosByRound } from "../statistics.js";
import type { Result } from "../tables/result-tables.js";
import { parseHistory, type Ratio, toLine } from "./history.js";

const file = fileURLToPath(new URL("../../../../docs/benchmark-history.csv", import.meta.url));

export const readHistory = (): Ratio[] => parseHistory(readFileSync(file, "utf8"));

export const appendHistory = (ratios: readonly Ratio[]): void => {
  appendFileSync(file, ratios.map((ratio) => `${toLine(ratio)}\n`).join(""));
};

export const toRatios = (results: readonly Result[]): Ratio[] => {
  const [date, commit] = [new Date().toISOString().slice(0, 10), currentCommit()];
  return results.flatMap(({ scenario, servers }) => {
    const own = servers.find(({ server }) => server.name === "petstore")?.runs ?? [];
    return servers
      .filter(({ server }) => server.name !== "petstore")
      .map(({ server, runs }) => {
        const factors = ratiosByRound(own, runs);
        const [p25, p75] = quartiles(factors);
        return { date, commit, scenario: scenario.name, server: server.name, median: median(factors), p25, p75 };
      });
  });
};

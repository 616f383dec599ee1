import { runBench } from "./bench.js";
import { createCleanup, exitAfterCleanup } from "./cleanup.js";
import { readOptions } from "./command-line.js";
import { metricsHelp, metricsOptions, runMetricsBench } from "./metrics/run-metrics-bench.js";
import { help, known, toOptions } from "./options.js";
import { runSearchBench, searchHelp, searchOptions } from "./search/run-search-bench.js";
import { runWebBench } from "./web/run-web-bench.js";
import { toWebOptions, webHelp, webOptions } from "./web/options.js";

const cleanup = createCleanup();
const [first, ...rest] = process.argv.slice(2).filter((arg) => arg !== "--");

const runWeb = async () => {
  const given = readOptions(webOptions, webHelp, rest);
  return given === undefined || runWebBench(toWebOptions(given), cleanup);
};

const runMetrics = async () => {
  const given = readOptions(metricsOptions, metricsHelp, rest);
  if (given !== undefined) await runMetricsBench(given, cleanup);
  return true;
};

const runSearch = async () => {
  const given = readOptions(searchOptions, searchHelp, rest);
  if (given !== undefined) await runSearchBench(given, cleanup);
  return true;
};

const runServers = async () => {
  const given = readOptions(known, help);
  if (given !== undefined) await runBench(toOptions(given), cleanup);
  return true;
};

await exitAfterCleanup(cleanup, () => {
  if (first === "web") return runWeb();
  if (first === "search") return runSearch();
  return first === "metrics" ? runMetrics() : runServers();
});

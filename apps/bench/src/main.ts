import { runBench } from "./bench.js";
import { createCleanup } from "./cleanup.js";
import { help, parseOptions } from "./options.js";
import { metricsHelp, parseMetricsOptions, runMetricsBench } from "./metrics/run-metrics-bench.js";
import { parseWebOptions, webHelp } from "./web/options.js";
import { runWebBench } from "./web/run-web-bench.js";

const cleanup = createCleanup();

const [first, ...rest] = process.argv.slice(2).filter((arg) => arg !== "--");

/** @returns Undefined after `--help`, and after an error of the user. */
const readOptions = <Options>(parse: () => Options | undefined, text: string): Options | undefined => {
  try {
    const options = parse();
    if (options === undefined) process.stdout.write(text);
    return options;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${text}`);
    process.exitCode = 1;
    return undefined;
  }
};

const INTERRUPTED = 130;
let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    isInterrupted = true;
    process.stderr.write("\nstopping…\n");
    void cleanup.all().then(() => process.exit(INTERRUPTED));
  });
}

const runWeb = async () => {
  const options = readOptions(() => parseWebOptions(rest), webHelp);
  if (options !== undefined && !(await runWebBench(options, cleanup))) process.exitCode = 1;
};

const runMetrics = async () => {
  const options = readOptions(() => parseMetricsOptions(rest), metricsHelp);
  if (options !== undefined) await runMetricsBench(options, cleanup);
};

const runServers = async () => {
  const options = readOptions(() => parseOptions(process.argv.slice(2)), help);
  if (options !== undefined) await runBench(options, cleanup);
};

try {
  if (first === "web") await runWeb();
  else if (first === "metrics") await runMetrics();
  else await runServers();
} catch (error) {
  // An interrupt causes errors of its own.
  if (!isInterrupted) process.stderr.write(`${(error as Error).stack ?? String(error)}\n`);
  process.exitCode = 1;
}
await cleanup.all();

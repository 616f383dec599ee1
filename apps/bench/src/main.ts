import { runBench } from "./bench.js";
import { createCleanup } from "./cleanup.js";
import { help, type Options, parseOptions } from "./options.js";

const cleanup = createCleanup();

const readOptions = (): Options | undefined => {
  try {
    const options = parseOptions(process.argv.slice(2));
    if (options === undefined) process.stdout.write(help);
    return options;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${help}`);
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

const options = readOptions();
if (options !== undefined) {
  try {
    await runBench(options, cleanup);
  } catch (error) {
    // An interrupt causes errors of its own.
    if (!isInterrupted) process.stderr.write(`${(error as Error).stack ?? String(error)}\n`);
    process.exitCode = 1;
  }
  await cleanup.all();
}

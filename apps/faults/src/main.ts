import { flag, number, readOptions } from "@petstore/bench/dist/command-line.js";
import { cases } from "./cases/cases.js";
import { nameOf } from "./cases/fault-case.js";
import { runCase } from "./cases/run-case.js";
import { suiteHelp, suiteOptions } from "./options.js";
import { openRun } from "./run.js";
import { describeMachine, runSuite } from "./run-suite.js";
import { whyNoSmallDisk } from "./store/small-disk.js";
import { makeFolder } from "./store/store.js";
import { header, row } from "./table.js";
import { within } from "./within.js";

const help = `npx --yes pnpm faults [--short] [--only "frozen at"] [--list] [--api PATH/TO/apps/api] [--json FILE]
                      [--bound 5] [--wait 12]

Injects faults of network, processes, disk and clock into the service under steady traffic, and judges how it recovers.
${suiteHelp}  --short  only the cases that the package's test runs
  --bound  how many seconds a recovery may take
  --wait   how many seconds to wait for a recovery
`;

const CASE_MS = 75_000;
const print = (text: string) => void process.stdout.write(`${text}\n`);
const seconds = (initial: number) => number(initial, 0.001, 120);

const options = readOptions({ ...suiteOptions, short: flag, bound: seconds(5), wait: seconds(12) }, help);
if (options !== undefined) {
  const { api, short, bound, wait } = options;
  const boundMs = bound * 1_000;
  const waitMs = Math.max(boundMs, wait * 1_000);
  await runSuite(
    {
      cases: cases.filter(({ isShort }) => !short || isShort === true),
      nameOf,
      open: async (cleanup) => {
        const noDisk = await whyNoSmallDisk(await makeFolder(cleanup));
        const run = await openRun({ api }, { boundMs, waitMs }, cleanup);
        print(`${api}, on ${describeMachine()}\n\n${header()}`);
        return async (faultCase, own) => {
          const isPossible = faultCase.store !== "small disk" || noDisk === undefined;
          if (isPossible) return within(runCase(run, faultCase, own), CASE_MS + waitMs, "it");
          print(`${nameOf(faultCase)}: skipped, because ${noDisk}.`);
          return undefined;
        };
      },
      show: (result) => row(result, waitMs),
    },
    options,
  );
}

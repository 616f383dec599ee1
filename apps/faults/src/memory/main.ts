import { flag, readOptions } from "@petstore/bench/dist/command-line.js";
import { suiteOptions } from "../options.js";
import { runChecks } from "../run-checks.js";
import { describeMachine } from "../run-suite.js";
import { proveMemory } from "./prove-memory.js";
import { steps } from "./steps.js";

const help = `npx --yes pnpm faults:memory [--only restore] [--api folder] [--cgroup]

Fills a store with what the limits allow, then reads, exports, changes, deletes, restores, imports, undoes and merges it by
several clients at once, under a memory limit of 512 MiB. Prints the most resident memory so far, and the p99 of another
client's reads. A step fails if the service ends, if it is not done, or if that p99 is above 250 ms.

  --cgroup   the kernel enforces the limit by a control group, as in a container (needs root)
`;

const print = (line: string) => void process.stdout.write(`${line}\n`);
const options = readOptions({ api: suiteOptions.api, only: suiteOptions.only, cgroup: flag }, help);
if (options !== undefined) {
  await runChecks(Object.keys(steps).length + 1, (cleanup) => {
    print(describeMachine());
    return proveMemory({ ...options, judgesTimes: true }, print, cleanup);
  });
}

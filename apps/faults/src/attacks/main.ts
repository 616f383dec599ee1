import { flag, readOptions } from "@petstore/bench/dist/command-line.js";
import { suiteHelp, suiteOptions } from "../options.js";
import { describeMachine, runSuite } from "../run-suite.js";
import { attacks } from "./attacks.js";
import { header, rows } from "./attack-table.js";
import { openAttackRun } from "./open-attack-run.js";
import { runAttack } from "./run-attack.js";
import { HEAP_MB, LIMIT_MB } from "./watch-memory.js";

const help = `npx --yes pnpm faults:attacks [--short] [--only "pipelined"] [--list] [--api PATH/TO/apps/api] [--json FILE]

Attacks a service of its own, under a memory limit of ${LIMIT_MB} MiB, and measures what another client notices.
${suiteHelp}  --short  only the attacks that the package's test runs, at its size
`;

const print = (text: string) => void process.stdout.write(`${text}\n`);

const options = readOptions({ ...suiteOptions, short: flag }, help);
if (options !== undefined) {
  const { api, short: isShort } = options;
  await runSuite(
    {
      cases: attacks.filter(({ short }) => !isShort || short !== undefined),
      nameOf: ({ name }) => name,
      open: async (cleanup) => {
        const run = await openAttackRun({ api }, cleanup);
        print(`${api}, on ${describeMachine()}`);
        print(`The service has ${LIMIT_MB} MiB and a heap of ${HEAP_MB} MiB; ${run.openFiles} open files.`);
        print(`The attacker runs in a separate process with niceness 19, and the victim in another.\n\n${header()}`);
        return (attack, own) => runAttack(run, attack, isShort, own);
      },
      show: rows,
    },
    options,
  );
}

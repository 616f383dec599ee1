import { writeFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { type Cleanup, createCleanup, exitAfterCleanup } from "../cleanup.js";
import { readOptions } from "../command-line.js";
import { attacks } from "./attacks.js";
import { header, rows } from "./attack-table.js";
import { HEAP_MB, LIMIT_MB } from "./memory-limit.js";
import { openAttackRun } from "./open-attack-run.js";
import { help, type Options, parseOptions } from "./options.js";
import { type Result, runAttack } from "./run-attack.js";

const print = (text: string) => void process.stdout.write(`${text}\n`);

const choose = ({ only, isShort }: Options) =>
  attacks.filter(({ name, short }) => only.test(name) && (!isShort || short !== undefined));

const runSuite = async (options: Options, cleanup: Cleanup): Promise<boolean> => {
  const chosen = choose(options);
  if (chosen.length === 0) throw new RangeError("--only matches no attack: --list prints their names.");
  if (options.isListing) {
    for (const { name } of chosen) print(name);
    return true;
  }
  const run = await openAttackRun({ api: options.api }, cleanup);
  const load = loadavg()[0]?.toFixed(1);
  const limit = run.group === undefined ? "a kill above it" : "a cgroup";
  print(`${options.api}, on ${availableParallelism()} processors with a load of ${load}`);
  print(`The service has ${LIMIT_MB} MiB, by ${limit}, and a heap of ${HEAP_MB} MiB; ${run.openFiles} open files.`);
  print(`The attacker runs in a process of its own with niceness 10, the victim in another.\n\n${header()}`);
  const results: Result[] = [];
  for (const attack of chosen) {
    const own = createCleanup();
    const undo = cleanup.add(() => own.all());
    results.push(await runAttack(run, attack, options.isShort, own));
    await undo();
    print(results.slice(-1).map(rows).join(""));
  }
  print("");
  for (const { name, reasons } of results) for (const reason of reasons) print(`failed: ${name}: ${reason}`);
  const failed = results.filter(({ reasons }) => reasons.length > 0).length;
  if (options.json !== undefined) await writeFile(options.json, JSON.stringify({ load, results }, null, 2));
  print(`${results.length - failed} passed, ${failed} failed`);
  return failed === 0;
};

const options = readOptions(parseOptions, help);
if (options !== undefined) {
  const cleanup = createCleanup();
  await exitAfterCleanup(cleanup, () => runSuite(options, cleanup));
}

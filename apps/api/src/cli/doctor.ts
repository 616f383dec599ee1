import type { Command } from "commander";
import { OperatorError } from "../config/operator-error.js";
import { createLog } from "../startup/log.js";
import { whenAborted } from "../startup/shutdown-signals.js";
import { checksOfDatabase } from "./doctor/checks-of-database.js";
import { checksOfMachine } from "./doctor/checks-of-machine.js";
import { checksOfServices } from "./doctor/checks-of-services.js";
import { type Check, type Finding, findingOf, results, type Surroundings, unknown, wrong } from "./doctor/finding.js";
import { createOpenStore, StoreIsClosed } from "./doctor/open-store.js";
import { readSettings } from "./doctor/read-settings.js";
import { jsonOption } from "./json-option.js";
import { print, type Shell, writeTo } from "./shell.js";
import { table } from "./table.js";
import { plural, secondsSince } from "./words.js";

const DEADLINE_MS = 8_000;

const checks: readonly Check[] = [...checksOfMachine, ...checksOfDatabase, ...checksOfServices];

/** Gives a check up after the deadline, so that one that hangs does not hide the others. */
const withDeadline = async (work: Promise<Finding>, interruption: Promise<never>): Promise<Finding> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding>((resolve) => {
    const text = `No answer within ${DEADLINE_MS / 1_000} s: make sure that it runs and can be reached from here.`;
    timer = setTimeout(() => resolve(wrong(text)), DEADLINE_MS);
  });
  return Promise.race([work, late, interruption]).finally(() => clearTimeout(timer));
};

const runCheck = async (
  { needs = [], run }: Check,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<Finding> => {
  const missing = needs.find((name) => surroundings.leftOut.has(name));
  if (missing !== undefined) return unknown(`not checked, because ${missing} is not valid.`);
  try {
    return await run(surroundings, signal);
  } catch (error) {
    if (error instanceof StoreIsClosed) return unknown("not checked, because the database cannot be used.");
    return findingOf(error);
  }
};

type Diagnosis = Finding & { readonly name: string };

/** Runs all checks side by side. */
const diagnose = async (shell: Shell): Promise<readonly Diagnosis[]> => {
  const settings = readSettings(shell.env);
  const ending = new AbortController();
  const signal = AbortSignal.any([shell.signal, ending.signal]);
  const store = createOpenStore(settings.config, await createLog("silent"), signal);
  const surroundings = { env: shell.env, ...settings, store };
  const interruption = new Promise<never>((_, reject) => whenAborted(shell.signal, () => reject(shell.signal.reason)));
  interruption.catch(() => {});
  try {
    return await Promise.all(
      checks.map(async (check) => {
        const work = runCheck(check, surroundings, signal);
        return { name: check.name, ...(await withDeadline(work, interruption)) };
      }),
    );
  } finally {
    // Ends what is still waiting for an answer.
    ending.abort();
    await store.close();
  }
};

const runDoctor = async (shell: Shell): Promise<void> => {
  const startedAt = performance.now();
  const found = await diagnose(shell);
  const isBad = ({ result }: Finding) => result === "wrong" || result === "unknown";
  const problems = found.filter(({ result }) => result === "wrong").length;
  const warnings = found.filter(({ result }) => result === "warning").length;
  if (!shell.isJson) {
    const rows = found.map(({ name, result, text }) => [name, result, text]);
    await writeTo(shell.stdout, shell.signal)(`${table(["CHECK", "RESULT", "WHAT WAS FOUND"], rows)}\n`);
  }
  if (found.some(isBad)) {
    throw new OperatorError(
      "problems_found",
      `${plural(problems, "check")} found something wrong;`,
      "correct each as its line says, then run `petstore doctor` again.",
      { details: { checks: found } },
    );
  }
  const warned = warnings === 0 ? "" : ` There ${warnings === 1 ? "is 1 warning" : `are ${warnings} warnings`}.`;
  const text = `Nothing is wrong; checked in ${secondsSince(startedAt)}.${warned}`;
  await print(shell, { text, json: { checks: found } });
};

const help = `
The command reads the same settings as the service: run it as the same user, in the same folder
and with the same environment. It changes nothing in the store, makes no store and migrates
none; the service may be running or not. Like each start, it writes, reads and deletes a small
object in the bucket of PHOTO_STORE.

The checks run side by side, and each has ${DEADLINE_MS / 1_000} seconds. A warning does not change the exit code.
\`petstore check\` verifies the rows of the store.

Examples:
  petstore doctor
  petstore doctor --json | jq -r '.checks[] | select(.result == "wrong") | .text'`;

export const addDoctor = (program: Command, shell: Shell): void => {
  program
    .command("doctor")
    .summary("find what is wrong around the service: settings, database, disk, Redis, bucket")
    .description(
      "Looks for what is wrong around the service, and says what to do. The exit code is 1 if something is wrong.",
    )
    .addOption(jsonOption(`a JSON object with checks: each has name, result (${results.join(", ")}) and text`))
    .addHelpText("after", help)
    .action(() => runDoctor(shell));
};

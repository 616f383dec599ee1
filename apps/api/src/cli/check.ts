import type { Command } from "commander";
import type { Pool } from "pg";
import { inTransaction } from "../database/transact.js";
import { OperatorError } from "../config/operator-error.js";
import { openPool } from "../database/pool.js";
import type { Query } from "../database/query.js";
import { photoBucketOf } from "../pets/photos/object-store.js";
import type { Problem } from "./store-check/check.js";
import { type CheckResult, checkStore } from "./store-check/check-store.js";
import { mendStore } from "./store-check/mend-store.js";
import { jsonOption } from "./json-option.js";
import { createProgress } from "./progress.js";
import { print, remark, type Shell, writeTo } from "./shell.js";
import { table } from "./table.js";
import { openExistingUnmigrated, withStore } from "./with-store.js";
import { count, plural, secondsSince } from "./words.js";

const CONNECTION_TIMEOUT_MS = 3_000;

/** Cancels the statement from another connection, because PostgreSQL would continue it after the client has gone. */
const interruptible = async (query: Query, pool: Pool, signal: AbortSignal): Promise<Query> => {
  const [self] = await query<{ pid: number }>("SELECT pg_backend_pid() AS pid", []);
  const interruption = new Promise<never>((_, reject) => {
    signal.addEventListener(
      "abort",
      () => {
        reject(signal.reason);
        pool.query("SELECT pg_cancel_backend($1)", [self?.pid]).catch(() => {});
      },
      { once: true },
    );
  });
  interruption.catch(() => {});
  return <Row>(sql: string, values: unknown[]) => {
    signal.throwIfAborted();
    return Promise.race([query<Row>(sql, values), interruption]);
  };
};

const nameProblem = ({ place, rule, remedy, count: rows, examples }: Problem): string => {
  const more = rows > examples.length ? ` and ${count(rows - examples.length)} more` : "";
  const named = examples.length === 0 ? "" : ` (${count(rows)}: ${examples.join("; ")}${more})`;
  return `${place}: ${rule}${named}: ${remedy}.`;
};

const words = { ok: "ok", skipped: "not checked", failed: "" } as const;

const resultTable = (results: readonly CheckResult[]): string =>
  table(
    ["CHECK", "RESULT", "VERIFIES"],
    results.map(({ name, result, problems, verifies }) => [
      name,
      words[result] || plural(problems.length, "problem"),
      verifies,
    ]),
  );

const reportProblems = async (shell: Shell, results: readonly CheckResult[]): Promise<void> => {
  const problems = results.flatMap((result) => result.problems);
  if (problems.length === 0) return;
  for (const problem of problems) await remark(shell, nameProblem(problem));
  throw new OperatorError(
    "problems_found",
    `The store has ${plural(problems.length, "problem")};`,
    "correct each one as described, then check again (docs/recovery.md).",
    { details: { checks: results } },
  );
};

/**
 * Uses neither the pools' time limits nor their watchdog's deadline, because one statement may read ten million pets.
 */
const runCheck = (shell: Shell, { mend = false }: { readonly mend?: boolean }): Promise<void> =>
  withStore(
    shell,
    async ({ connection }, config, log) => {
      const objects = photoBucketOf(config);
      const limits = { max: 2, statement_timeout: 0, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS };
      const pool = openPool({ ...connection, ...limits, application_name: "petstore", keepAlive: true }, 0, log);
      const startedAt = performance.now();
      const progress = createProgress(shell, "checks done", 1);
      try {
        const mended = mend ? await inTransaction(pool, "BEGIN", mendStore) : [];
        for (const sentence of mended) await remark(shell, sentence);
        const results = await inTransaction(pool, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", async (query) =>
          checkStore(
            await interruptible(query, pool, shell.signal),
            (done, total) => progress.update(Math.floor(done), done / total),
            objects,
          ),
        ).finally(progress.stop);
        const isSound = results.every(({ problems }) => problems.length === 0);
        if (!shell.isJson) await writeTo(shell.stdout, shell.signal)(`${resultTable(results)}\n`);
        await reportProblems(shell, results);
        const text = `The store is sound; checked in ${secondsSince(startedAt)}.`;
        if (isSound) await print(shell, { text, json: { ...(mend && { mended }), checks: results } });
      } finally {
        await pool.end();
      }
    },
    openExistingUnmigrated,
  );

const help = `
The command reads one snapshot in a read-only transaction. It changes nothing and does not
migrate, the service may be running, and it needs little memory, however many pets there are.
It prints the place of each problem, the rule that is broken, and the remedy.

--mend first repairs what needs no decision: it reopens undos that ended without reaching all
changes, and the service then continues them.

A pending pet without an order is not a problem: staff may set any status of a pet that no
open order holds.

Example:
  petstore check --json | jq -r '.checks[] | [.name, .result] | @tsv'`;

export const addCheck = (program: Command, shell: Shell): void => {
  program
    .command("check")
    .summary("verify the store: schema, pets, orders, accounts, audit trail")
    .description("Verifies the store, for example after a restore. The exit code is 1 if there is a problem.")
    .addOption(
      jsonOption(
        "a JSON object with checks: each has name, verifies, result (ok, failed or skipped) and problems, and each problem has place, rule, remedy, count and examples. With --mend it also has mended, a sentence for each repaired problem. The error that reports problems has the same fields",
      ),
    )
    .option("--mend", "first repair what needs no decision")
    .addHelpText("after", help)
    .action((options: { readonly mend?: boolean }) => runCheck(shell, options));
};

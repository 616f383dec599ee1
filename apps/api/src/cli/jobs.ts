import { type Command, Argument } from "commander";
import { OperatorError } from "../config/operator-error.js";
import type { JobStep } from "../generated/client.js";
import { type JobKind, jobKinds, resumeJob } from "../operation/job-steps.js";
import type { Transaction } from "../operation/operation.js";
import { queryOf } from "../database/query.js";
import { giveUpWaiting } from "./give-up-waiting.js";
import { jsonOption } from "./json-option.js";
import { asOperator } from "./operator.js";
import { idShownBy } from "./parse-option.js";
import { print, type Shell } from "./shell.js";
import { table } from "./table.js";
import { withStore } from "./with-store.js";
import { minute } from "./words.js";

const LISTING = "petstore jobs list";

const statusOf = ({ waitingSince }: JobStep) => (waitingSince === null ? "running" : "waiting");

const toJson = (job: JobStep) => ({
  kind: job.kind,
  id: Number(job.jobId),
  status: statusOf(job),
  starts: job.beginnings,
  startedAt: job.beganAt,
  waitingSince: job.waitingSince,
});

const cells = (job: JobStep): string[] => [
  job.kind,
  String(job.jobId),
  statusOf(job),
  String(job.beginnings),
  minute(job.beganAt),
];

const listJobs = (shell: Shell): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const jobs = await db.jobStep.findMany({ orderBy: [{ kind: "asc" }, { jobId: "asc" }] });
    const head = ["KIND", "ID", "STATUS", "TRIES", "LAST TRY"];
    const text = jobs.length > 0 ? table(head, jobs.map(cells)) : "No job is waiting, and no step is running.";
    await print(shell, { text, json: jobs.map(toJson) });
  });

type Job = { readonly kind: JobKind; readonly id: number };

const notWaiting = ({ kind, id }: Job) =>
  new OperatorError("not_found", `There is no waiting job ${kind} ${id};`, `\`${LISTING}\` shows the jobs that wait.`);

/** The functions that end a job permanently. A job that runs periodically never ends, so it cannot be dropped. */
const drops: Readonly<Partial<Record<JobKind, (tx: Transaction, id: bigint) => Promise<unknown>>>> = {
  undo: (tx, id) =>
    tx.actionUndo.updateMany({
      where: { id, status: "running" },
      data: { status: "stopped", finishedAt: new Date() },
    }),
  merge: (tx, id) => tx.categoryMerge.deleteMany({ where: { id, finishedAt: null } }),
  webhook: (tx, id) => giveUpWaiting(queryOf(tx), Number(id)),
};

const resume = (shell: Shell, job: Job): Promise<void> =>
  withStore(shell, async ({ db }) => {
    await asOperator(db, async ({ tx, record }) => {
      if (!(await resumeJob(tx, { kind: job.kind, id: String(job.id) }))) throw notWaiting(job);
      const subject = { kind: "job", id: job.id } as const;
      record({ action: "job.resume", subject, before: { kind: job.kind }, after: { kind: job.kind } });
    });
    await print(shell, { text: `Resumed ${job.kind} ${job.id}; the service starts it again.`, json: job });
  });

const drop = (shell: Shell, job: Job): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const end = drops[job.kind];
    if (end === undefined)
      throw new OperatorError(
        "conflict",
        `${job.kind} is a periodic task, which cannot be dropped;`,
        `resume it with \`petstore jobs resume ${job.kind} ${job.id}\` once the cause is fixed.`,
      );
    await asOperator(db, async ({ tx, record }) => {
      if (!(await resumeJob(tx, { kind: job.kind, id: String(job.id) }))) throw notWaiting(job);
      await end(tx, BigInt(job.id));
      const subject = { kind: "job", id: job.id } as const;
      record({ action: "job.drop", subject, before: { kind: job.kind }, after: null });
    });
    await print(shell, { text: `Dropped ${job.kind} ${job.id}; the changes that it has made stay.`, json: job });
  });

const help = `
A job is an undo, a merge of categories, the sending of events to a webhook endpoint, or a
task of the service. Undos, merges and endpoints have their own ids. If three tries of a job
end the process, or fail for an unexpected reason, the job waits for a person, and the other
jobs go on. Fix the cause before you resume the job: the log line of level 50, and the lines
before it, name the cause.

Examples:
  petstore jobs list
  petstore jobs resume undo 260`;

export const addJobs = (program: Command, shell: Shell): void => {
  const jobs = program
    .command("jobs")
    .summary("list, resume and drop jobs that wait for a person")
    .description(
      "Shows the jobs that the service runs by itself, and resumes or drops those that stopped after three tries.",
    )
    .addHelpText("after", help);
  jobs
    .command("list")
    .summary("list jobs that wait or run")
    .description("Lists the jobs that wait for a person, and those that are running a step now. Times are UTC.")
    .addOption(
      jsonOption("a JSON array of objects: kind, id, status (waiting, running), starts, startedAt, waitingSince"),
    )
    .action(() => listJobs(shell));
  const act = (name: string, summary: string, description: string, run: typeof resume) =>
    jobs
      .command(name)
      .summary(summary)
      .description(description)
      .addArgument(new Argument("<kind>", "its kind").choices(jobKinds))
      .argument("<id>", `its id, as \`${LISTING}\` shows it`, idShownBy(LISTING))
      .addOption(jsonOption("a JSON object: kind, id"))
      .action((kind: JobKind, id: number) => run(shell, { kind, id }));
  act("resume", "let a waiting job continue", "Lets a job continue where it stopped, with three more tries.", resume);
  act(
    "drop",
    "end a job that waits",
    "Ends a waiting undo or merge: the changes that it has made stay, and it can be started again. For a webhook endpoint it gives up the events that were not yet sent, and tells the receiver to read the catalogue again.",
    drop,
  );
};

import { setTimeout as sleep } from "node:timers/promises";
import { Category, type CategoryMergeJob } from "@petstore/contract/routes";
import type { Command } from "commander";
import type { Pool } from "pg";
import { audited } from "../operation/audit-trail.js";
import type { Connections } from "../database/open-database.js";
import { inTransaction } from "../database/transact.js";
import { categoryColumns, categoryWithId } from "../categories/category-listing.js";
import { type CategoryRow, toCategory } from "../categories/category-row.js";
import { findMergeJob } from "../categories/category-merge-row.js";
import type { Merge } from "../categories/lock-both.js";
import { mergeInto } from "../categories/merge-into.js";
import { runMergeSteps, type StepResult } from "../categories/merge-step.js";
import { OperatorError } from "../config/operator-error.js";
import type { Query } from "../database/query.js";
import { Prisma } from "../generated/client.js";
import { categoryOrder } from "../operation/listing/category-order.js";
import { fieldsOf, jsonOption } from "./json-option.js";
import { operator } from "./operator.js";
import { idShownBy } from "./parse-option.js";
import { createProgress } from "./progress.js";
import { print, remark, type Shell } from "./shell.js";
import { table } from "./table.js";
import { untilAborted } from "../database/until-aborted.js";
import { withStore } from "./with-store.js";
import { count, plural } from "./words.js";

const LISTING = "petstore categories list";
/** How long to wait while another process executes a step of the merge. */
const OTHERS_STEP_MS = 200;

const allCategories = Prisma.sql`SELECT ${categoryColumns} FROM category ORDER BY ${Prisma.join(categoryOrder)}`;

const readCategories = async (query: Query, { text, values }: Prisma.Sql): Promise<Category[]> =>
  (await query<CategoryRow>(text, values)).map(toCategory);

const categoryTable = (categories: readonly Category[]): string =>
  categories.length === 0
    ? "There are no categories yet; adding a pet registers its category."
    : table(
        ["ID", "PETS", "NAME"],
        categories.map(({ id, petCount, name }) => [String(id), count(petCount), name ?? "(unnamed)"]),
        "PETS",
      );

const listCategories = (shell: Shell): Promise<void> =>
  withStore(shell, async ({ pool }) => {
    const categories = await inTransaction(pool, "BEGIN READ ONLY", (query) => readCategories(query, allCategories));
    await print(shell, { text: categoryTable(categories), json: categories });
  });

const missing = (id: number) =>
  new OperatorError("not_found", `There is no category ${id};`, `\`${LISTING}\` shows all categories.`);

const waits = ({ id, categoryId, into }: CategoryMergeJob) =>
  new OperatorError(
    "conflict",
    `The merge of category ${categoryId} into ${into} waits for a person, because three of its steps started and did not finish;`,
    `fix the cause, which is in the service's log, then run \`petstore jobs resume merge ${id}\` to continue, or \`petstore jobs drop merge ${id}\` to give it up.`,
  );

const blocked = (job: CategoryMergeJob) =>
  job.status === "waiting"
    ? waits(job)
    : new OperatorError(
        "conflict",
        `Category ${job.categoryId} is being merged into ${job.into};`,
        "try again when that is done.",
      );

const printMerged = async (shell: Shell, pool: Pool, { categoryId, into }: Merge, moved: number): Promise<void> => {
  const [category] = await inTransaction(pool, "BEGIN READ ONLY", (query) =>
    readCategories(query, categoryWithId(into)),
  );
  const text = `Moved ${plural(moved, "pet")} into category ${into}; category ${categoryId} was deleted.`;
  await print(shell, { text, json: { ...category, moved } });
};

/**
 * Runs a merge in steps. If the service is running, it takes steps too, and it finishes a merge whose command was
 * interrupted.
 */
const runJob = async (shell: Shell, { pool, db }: Connections, started: CategoryMergeJob): Promise<number> => {
  if (started.status === "waiting") throw waits(started);
  const { id, total } = started;
  const { signal } = shell;
  const progress = createProgress(shell, "pets", 100);
  const show = (moved: number) => progress.update(moved, Math.min(99, Math.floor((100 * moved) / total)));
  const run = async (step: (query: Query) => Promise<StepResult>) => {
    const result = await inTransaction(pool, "BEGIN", step);
    show((await findMergeJob(db, id))?.moved ?? 0);
    return result;
  };
  try {
    for (;;) {
      await runMergeSteps(run, String(id), () => signal.aborted);
      const job = await findMergeJob(db, id);
      if (job === undefined || job.status === "done") return job?.moved ?? total;
      if (job.status === "waiting") throw waits(job);
      show(job.moved);
      await sleep(OTHERS_STEP_MS, undefined, { signal });
    }
  } catch (error) {
    if (signal.aborted)
      await remark(shell, "The merge has started; the service continues it while the service is running.");
    throw error;
  } finally {
    progress.stop();
  }
};

const mergeCategories = (shell: Shell, merge: Merge): Promise<void> =>
  withStore(shell, async (store) => {
    const { pool } = store;
    const { categoryId, into } = merge;
    if (categoryId === into) {
      throw new OperatorError("conflict", `Category ${into} cannot be merged into itself;`, "name another category.");
    }
    const start = async (query: Query) => {
      const actor = operator();
      return (await audited(query, actor, (record) => mergeInto({ query, record }, { ...merge, actor }))).result;
    };
    // An interruption closes the connection, so that its transaction cannot commit.
    const merged = await inTransaction(pool, "BEGIN", (query) => untilAborted(shell.signal, start(query)));
    if ("missing" in merged) throw missing(merged.missing);
    if ("blocking" in merged) throw blocked(merged.blocking);
    await printMerged(shell, pool, merge, "moved" in merged ? merged.moved : await runJob(shell, store, merged.job));
  });

export const addCategories = (program: Command, shell: Shell): void => {
  const categories = program
    .command("categories")
    .summary("list and merge categories")
    .description("Lists and merges the categories of pets.");
  categories
    .command("list")
    .summary("list all categories")
    .description("Lists all categories with the number of their pets, ordered by name; unnamed ones come last.")
    .addOption(jsonOption(`a JSON array of objects: ${fieldsOf(Category)}`))
    .action(() => listCategories(shell));
  categories
    .command("merge")
    .summary("move all pets of a category into another and delete it")
    .description(
      "Moves all pets of a category into another and deletes it. More than 10,000 pets are moved in steps, so that others can change pets in between.",
    )
    .argument("<id>", `the category to delete, as \`${LISTING}\` shows it`, idShownBy(LISTING))
    .argument("<into>", "the category that receives its pets", idShownBy(LISTING))
    .addOption(jsonOption(`a JSON object, the category that received the pets: ${fieldsOf(Category)}, moved`))
    .addHelpText("after", "\nExample:\n  petstore categories merge 99 2")
    .action((categoryId: number, into: number) => mergeCategories(shell, { categoryId, into }));
};

import type { Category } from "@petstore/contract";
import type { Command } from "commander";
import { audited } from "../operation/audit-trail.js";
import { inTransaction } from "../csv/transaction.js";
import { allCategories } from "../categories/category-listing.js";
import { type CategoryRow, toCategory } from "../categories/category-row.js";
import { type Merge, mergeInto } from "../categories/merge-into.js";
import { OperatorError } from "../database/operator-error.js";
import { operator } from "./operator.js";
import { idShownBy } from "./parse-id.js";
import { printLine, type Shell } from "./shell.js";
import { table } from "./table.js";
import { withStore } from "./with-store.js";
import { count, plural } from "./words.js";

const LISTING = "petstore categories list";

const categoryTable = (categories: readonly Category[]): string =>
  table(
    ["ID", "PETS", "NAME"],
    categories.map(({ id, petCount, name }) => [String(id), count(petCount), name ?? "(unnamed)"]),
  );

const listCategories = (shell: Shell, { json }: { json?: boolean }): Promise<void> =>
  withStore(shell, async ({ pool }) => {
    const { text, values } = allCategories;
    const rows = await inTransaction(pool, "BEGIN READ ONLY", (query) => query<CategoryRow>(text, values));
    const categories = rows.map(toCategory);
    if (json === true) return printLine(shell, JSON.stringify(categories));
    if (categories.length > 0) return printLine(shell, categoryTable(categories));
    return printLine(shell, "There are no categories yet; adding a pet registers its category.");
  });

/** Interrupting closes the connection, so that its transaction cannot commit. */
const untilInterrupted = <Result>({ signal }: Shell, work: Promise<Result>): Promise<Result> => {
  const interruption = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, interruption]);
};

const mergeCategories = (shell: Shell, { categoryId, into }: Merge): Promise<void> =>
  withStore(shell, async ({ pool }) => {
    if (categoryId === into) throw new OperatorError(`Category ${into} cannot be merged into itself.`);
    const { result: merged } = await inTransaction(pool, "BEGIN", (query) =>
      untilInterrupted(
        shell,
        audited(query, operator(), (record) => mergeInto({ query, record }, { categoryId, into })),
      ),
    );
    if ("missing" in merged) {
      throw new OperatorError(`There is no category ${merged.missing}; \`${LISTING}\` shows all categories.`);
    }
    const moved = plural(merged.moved, "pet");
    return printLine(shell, `Moved ${moved} into category ${into}; category ${categoryId} was deleted.`);
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
    .option("--json", "print a JSON array of objects: id, name, petCount")
    .action((options: { json?: boolean }) => listCategories(shell, options));
  categories
    .command("merge")
    .summary("move all pets of a category into another and delete it")
    .description("Moves all pets of a category into another and deletes it, in one transaction without a time limit.")
    .argument("<id>", `the category to delete, as \`${LISTING}\` shows it`, idShownBy(LISTING))
    .argument("<into>", "the category that receives its pets", idShownBy(LISTING))
    .addHelpText("after", "\nExample:\n  petstore categories merge 99 2")
    .action((categoryId: number, into: number) => mergeCategories(shell, { categoryId, into }));
};

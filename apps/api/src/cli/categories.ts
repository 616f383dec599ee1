import { Category } from "@petstore/contract";
import type { Command } from "commander";
import { audited } from "../operation/audit-trail.js";
import { inTransaction } from "../csv/transaction.js";
import { allCategories, categoryWithId } from "../categories/category-listing.js";
import { type CategoryRow, toCategory } from "../categories/category-row.js";
import { type Merge, mergeInto } from "../categories/merge-into.js";
import { OperatorError } from "../database/operator-error.js";
import type { Query } from "../database/query.js";
import type { Prisma } from "../generated/client.js";
import { fieldsOf, jsonOption } from "./json-option.js";
import { operator } from "./operator.js";
import { idShownBy } from "./parse-option.js";
import { print, type Shell } from "./shell.js";
import { table } from "./table.js";
import { untilInterrupted } from "./until-interrupted.js";
import { withStore } from "./with-store.js";
import { count, plural } from "./words.js";

const LISTING = "petstore categories list";

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

const mergeCategories = (shell: Shell, { categoryId, into }: Merge): Promise<void> =>
  withStore(shell, async ({ pool }) => {
    if (categoryId === into) {
      throw new OperatorError("conflict", `Category ${into} cannot be merged into itself;`, "name another category.");
    }
    const merge = async (query: Query) => {
      const { result } = await audited(query, operator(), (record) =>
        mergeInto({ query, record }, { categoryId, into }),
      );
      return { ...result, category: (await readCategories(query, categoryWithId(into)))[0] };
    };
    const merged = await inTransaction(pool, "BEGIN", (query) => untilInterrupted(shell, merge(query)));
    if ("missing" in merged) {
      throw new OperatorError(
        "not_found",
        `There is no category ${merged.missing};`,
        `\`${LISTING}\` shows all categories.`,
      );
    }
    const moved = plural(merged.moved, "pet");
    await print(shell, {
      text: `Moved ${moved} into category ${into}; category ${categoryId} was deleted.`,
      json: { ...merged.category, moved: merged.moved },
    });
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
    .description("Moves all pets of a category into another and deletes it, in one transaction without a time limit.")
    .argument("<id>", `the category to delete, as \`${LISTING}\` shows it`, idShownBy(LISTING))
    .argument("<into>", "the category that receives its pets", idShownBy(LISTING))
    .addOption(jsonOption(`a JSON object, the category that received the pets: ${fieldsOf(Category)}, moved`))
    .addHelpText("after", "\nExample:\n  petstore categories merge 99 2")
    .action((categoryId: number, into: number) => mergeCategories(shell, { categoryId, into }));
};

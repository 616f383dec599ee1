import { MAX_SEARCH_WORDS, Pet, SearchWords } from "@petstore/contract/routes";
import { type Command, Option } from "commander";
import { Prisma } from "../generated/client.js";
import { queryOfPool } from "../database/query.js";
import { nearestRows } from "../operation/listing/listing.js";
import { petListing } from "../pets/pet-listing.js";
import { searchStep } from "../pets/search/keep-search.js";
import { planSearch } from "../pets/search/plan-search.js";
import { petColumns } from "../pets/store/pet-table.js";
import { shapeRow } from "../operation/shape-row.js";
import { fieldsOf, jsonOption } from "./json-option.js";
import { limitUpTo, parsedBy } from "./parse-option.js";
import { print, remark, type Shell } from "./shell.js";
import { table } from "./table.js";
import { withStore } from "./with-store.js";
import { count } from "./words.js";

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1_000;

const parseText = parsedBy(SearchWords);
const parseWords = (word: string, before?: string): string =>
  parseText(before === undefined ? word : `${before} ${word}`);

const toPet = shapeRow(Pet);

const find = (shell: Shell, q: string, limit: number): Promise<void> =>
  withStore(shell, async ({ db, pool }) => {
    const query = queryOfPool(pool);
    const settle = async () => {
      while ((await searchStep(db)) === "more") shell.signal.throwIfAborted();
    };
    const search = await planSearch(query, { q, seen: "all", settle });
    const listing = petListing({ q, sort: "relevance", search });
    const page = nearestRows({ ...listing, select: petColumns }, undefined, {
      columns: petColumns,
      maxRows: Prisma.sql`${limit + 1}`,
    });
    const found = await query<object>(page.text, page.values);
    const pets = found.slice(0, limit).map(toPet);
    const rows = pets.map(({ id, name, status, categoryId }) => [String(id), name, status, String(categoryId)]);
    const text = pets.length > 0 ? table(["ID", "NAME", "STATUS", "CATEGORY"], rows) : "No pet was found.";
    await print(shell, { text, json: pets });
    if (search.corrected !== undefined && pets.length > 0)
      await remark(shell, `No or few pets have these words, so it also looked for: ${search.corrected}`);
    if (found.length > limit)
      await remark(shell, `There are more; add words, or use --limit with up to ${count(MAX_LIMIT)}.`);
  });

export const addPets = (program: Command, shell: Shell): void => {
  const pets = program.command("pets").summary("find pets").description("Finds pets.");
  pets
    .command("find")
    .summary("find pets as the search of the admin does")
    .description(
      "Finds pets by words, codes and ids: in names, categories, profiles and notes. The best matches come first.",
    )
    .argument(
      "<words...>",
      `what to look for, at most ${MAX_SEARCH_WORDS} words; the last one may be incomplete`,
      parseWords,
    )
    .addOption(
      new Option("--limit <number>", `the most pets to list, up to ${count(MAX_LIMIT)}`)
        .argParser(limitUpTo(MAX_LIMIT))
        .default(DEFAULT_LIMIT),
    )
    .addOption(jsonOption(`a JSON array of objects: ${fieldsOf(Pet)}`))
    .addHelpText("after", "\nExamples:\n  petstore pets find black labrador\n  petstore pets find 985112 --json")
    .action((words: string, { limit }: { limit: number }) => find(shell, words, limit));
};

import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import type { Database } from "../database/open-database.js";
import { inTransaction } from "../database/transact.js";
import { lockSearchWriter, searchStep } from "../pets/search/keep-search.js";
import { recountWords } from "../pets/search/write-documents.js";
import { jsonOption } from "./json-option.js";
import { createProgress } from "./progress.js";
import { print, type Shell } from "./shell.js";
import { withStore } from "./with-store.js";
import { plural, secondsSince } from "./words.js";

const PAUSE_MS = 100;

/** Runs the steps of all rebuilds that were requested. The service may run some of them meanwhile. */
const runSteps = async (
  { db }: Pick<Database, "db">,
  signal: AbortSignal,
  onReached: (petId: number) => void,
): Promise<void> => {
  for (;;) {
    signal.throwIfAborted();
    const state = await searchStep(db);
    if (state === "done") return;
    const [rebuild] = await db.searchRebuild.findMany({ orderBy: { id: "desc" }, take: 1 });
    onReached(Number(rebuild?.reachedPetId ?? 0));
    if (state === "taken") await sleep(PAUSE_MS, undefined, { signal });
  }
};

const rebuild = (shell: Shell): Promise<void> =>
  withStore(shell, async ({ db, pool }) => {
    const startedAt = performance.now();
    const last = await db.pet.findFirst({ select: { id: true }, orderBy: { id: "desc" } });
    const progress = createProgress(shell, "is the id of the last pet", 1);
    try {
      await db.searchRebuild.create({ data: {} });
      await runSteps({ db }, shell.signal, (petId) => progress.update(petId, petId / (last?.id ?? 1)));
      await inTransaction(pool, "BEGIN", async (query) => {
        await lockSearchWriter(query);
        await recountWords(query);
      });
    } finally {
      progress.stop();
    }
    const words = await db.searchWord.count();
    const text = `Searches find all pets again, by ${plural(words, "word")}; rebuilt in ${secondsSince(startedAt)}.`;
    await print(shell, { text, json: { words } });
  });

const help = `
The service keeps the words of all pets by itself, and writes them again after a change of an
attribute or of a category's name. Run this command if \`petstore check\` says so. The service
may be running, and searches find the pets as before until the command has reached them. It
can be stopped, and the service then goes on with it.

Example:
  petstore search rebuild`;

export const addSearch = (program: Command, shell: Shell): void => {
  program
    .command("search")
    .summary("rebuild what searches find")
    .description("Looks after the words by which searches find pets.")
    .command("rebuild")
    .summary("write the words of all pets again")
    .description("Writes the words of all pets again, and counts the words in use.")
    .addOption(jsonOption("a JSON object: words, the number of words in use"))
    .addHelpText("after", help)
    .action(() => rebuild(shell));
};

import type { Command } from "commander";
import { migrate } from "../database/migrate.js";
import { jsonOption } from "./json-option.js";
import { print, type Shell } from "./shell.js";
import { openUnmigrated, withStore } from "./with-store.js";
import { plural } from "./words.js";

const runMigrations = (shell: Shell): Promise<void> =>
  withStore(
    shell,
    async (store, _config, log) => {
      const { applied } = await migrate(store.connection, log, undefined, shell.signal);
      const text =
        applied.length === 0
          ? "The database is up to date; there was nothing to do."
          : [`Applied ${plural(applied.length, "migration")}:`, ...applied].join("\n  ");
      await print(shell, { text, json: { applied } });
    },
    openUnmigrated,
  );

export const addMigrate = (program: Command, shell: Shell): void => {
  program
    .command("migrate")
    .summary("migrate the database's schema to this version")
    .description(
      "Migrates the database's schema to this version. Every start of the service does the same; no other command does. Use it in deployments that migrate in a separate step.",
    )
    .addOption(jsonOption("a JSON object: applied, the names of the migrations"))
    .action(() => runMigrations(shell));
};

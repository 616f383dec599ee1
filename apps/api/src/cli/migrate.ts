import type { Command } from "commander";
import { migrate } from "../database/migrate.js";
import { openDatabase } from "../database/open-database.js";
import { createLog } from "../startup/log.js";
import { printLine, type Shell } from "./shell.js";
import { withStore } from "./with-store.js";
import { plural } from "./words.js";

const runMigrations = (shell: Shell): Promise<void> =>
  withStore(
    shell,
    async (store) => {
      const { applied } = await migrate(store.connection, await createLog("warn"), undefined, shell.signal);
      if (applied.length === 0) return printLine(shell, "The database is up to date; there was nothing to do.");
      return printLine(shell, [`Applied ${plural(applied.length, "migration")}:`, ...applied].join("\n  "));
    },
    (config, log, signal) => openDatabase({ ...config, log, signal }),
  );

export const addMigrate = (program: Command, shell: Shell): void => {
  program
    .command("migrate")
    .summary("migrate the database's schema to this version")
    .description(
      "Migrates the database's schema to this version, as every start of the service and every other command does too. For deployments that migrate in a separate step.",
    )
    .action(() => runMigrations(shell));
};

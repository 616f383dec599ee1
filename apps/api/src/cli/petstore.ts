import { Command } from "commander";
import { addAccounts } from "./accounts.js";
import { addAudit } from "./audit.js";
import { addBackup } from "./backup.js";
import { addCategories } from "./categories.js";
import { addCheck } from "./check.js";
import { addDoctor } from "./doctor.js";
import { exitCodes, reportError } from "./explain-error.js";
import { addEvents } from "./events.js";
import { addExport } from "./export.js";
import { addImport } from "./import.js";
import { addJobs } from "./jobs.js";
import { addKeys } from "./keys.js";
import { addMigrate } from "./migrate.js";
import { addOrders } from "./orders.js";
import { addPets } from "./pets.js";
import { addPhotos } from "./photos.js";
import { addRestore } from "./restore.js";
import { addSearch } from "./search.js";
import { describeRelease, readRelease } from "../database/release.js";
import { addSettings } from "./settings.js";
import type { Shell, Streams } from "./shell.js";
import { addWebhooks } from "./webhooks.js";

const help = `
The store is the PostgreSQL database that DATABASE_URL names. If DATABASE_URL is private or
unset, it is the private store in DATA_DIR (default ./data), whether the service is running
or not. Like the service, the commands read a .env file in the working directory.

With --json, every command prints one JSON document on standard output, and an error as a
JSON object on standard error: code, message, remedy. \`petstore export - --json\`,
\`petstore events --json\` and \`petstore webhooks listen --json\` print one JSON line for each
pet or event.

Examples:
  petstore keys create --name "Shop front" --scope write --expires 90d
  petstore import pets.csv --dry-run
  petstore categories merge 99 2
  petstore export - | gzip > pets.csv.gz
  petstore events --follow
  petstore backup /mnt/backups/store.gz

Exit codes:
  ${exitCodes.done}    success
  ${exitCodes.refused}    refused; the message states the reason
  ${exitCodes.wrongUsage}    invalid command line
  ${exitCodes.interrupted}  interrupted; unfinished work was rolled back`;

export const createProgram = (shell: Shell): Command => {
  const program = new Command("petstore")
    .description("Manages a Pet Store: its API keys, accounts, pets, categories, orders and audit trail.")
    .version(describeRelease(readRelease()), "-V, --version", "show the version, its commit and its schema")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show the help of a command")
    .addHelpText("after", help)
    .showHelpAfterError("(use --help to show the command's options)")
    .configureOutput({
      writeOut: (text) => void shell.stdout.write(text),
      writeErr: (text) => void (shell.isJson || shell.stderr.write(text)),
      getOutHelpWidth: () => 92,
      getErrHelpWidth: () => 92,
    })
    .exitOverride();
  addKeys(program, shell);
  addAccounts(program, shell);
  addCategories(program, shell);
  addOrders(program, shell);
  addPhotos(program, shell);
  addImport(program, shell);
  addExport(program, shell);
  addEvents(program, shell);
  addWebhooks(program, shell);
  addJobs(program, shell);
  addAudit(program, shell);
  addBackup(program, shell);
  addRestore(program, shell);
  addMigrate(program, shell);
  addCheck(program, shell);
  addSettings(program, shell);
  addDoctor(program, shell);
  addPets(program, shell);
  addSearch(program, shell);
  return program;
};

/**
 * Guesses whether errors must be printed as JSON before the command line is parsed. After that, the option itself
 * decides.
 */
const seemsJson = (args: readonly string[]): boolean => {
  const end = args.indexOf("--");
  return (end === -1 ? args : args.slice(0, end)).includes("--json");
};

/** @returns the exit code, as `petstore --help` describes it. */
export const petstore = async (args: readonly string[], streams: Streams): Promise<number> => {
  const shell = { ...streams, isJson: seemsJson(args) };
  const program = createProgram(shell).hook("preAction", (_, command) => {
    shell.isJson = command.opts<{ json?: boolean }>().json === true;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCodes.done;
  } catch (error) {
    return reportError(error, shell);
  }
};

import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { isDatabaseUnavailable } from "../database/errors.js";
import { OperatorError } from "../database/operator-error.js";
import { addAccounts } from "./accounts.js";
import { addCategories } from "./categories.js";
import { addExport } from "./export.js";
import { addImport } from "./import.js";
import { addKeys } from "./keys.js";
import { addMigrate } from "./migrate.js";
import { addOrders } from "./orders.js";
import { ReaderGone, type Shell } from "./shell.js";

const DONE = 0;
const REFUSED = 1;
const WRONG_USAGE = 2;
/** 128 plus the number of SIGINT, as in shells. */
const INTERRUPTED = 130;

const help = `
The store is the PostgreSQL database in DATABASE_URL; without it, the private one in
DATA_DIR (default ./data), whether the service is running or not. A .env file in the
working directory is read, as by the service.

Examples:
  petstore keys create --name "Shop front" --scope write --expires 90d
  petstore import pets.csv --dry-run
  petstore categories merge 99 2
  petstore export - | gzip > pets.csv.gz

Exit codes:
  0    success
  ${REFUSED}    refused; the message states the reason
  ${WRONG_USAGE}    invalid command line
  ${INTERRUPTED}  interrupted; unfinished work was rolled back`;

// The same from src/cli and from dist/cli.
const version = (): string =>
  (JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string }).version;

const createProgram = (shell: Shell): Command => {
  const program = new Command("petstore")
    .description("Manages the pets and the API keys of a Pet Store.")
    .version(version(), "-V, --version", "show the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show the help of a command")
    .addHelpText("after", help)
    .showHelpAfterError("(use --help to show the command's options)")
    .configureOutput({
      writeOut: (text) => void shell.stdout.write(text),
      writeErr: (text) => void shell.stderr.write(text),
      getOutHelpWidth: () => 92,
      getErrHelpWidth: () => 92,
    })
    .exitOverride();
  addKeys(program, shell);
  addAccounts(program, shell);
  addCategories(program, shell);
  addOrders(program, shell);
  addImport(program, shell);
  addExport(program, shell);
  addMigrate(program, shell);
  return program;
};

const explain = (error: unknown, shell: Shell): number => {
  const writeError = (message: string) => void shell.stderr.write(`${message}\n`);
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
  if (error instanceof ReaderGone) return DONE;
  if (shell.signal.aborted) {
    writeError("Interrupted: unfinished work was rolled back.");
    return INTERRUPTED;
  }
  if (error instanceof OperatorError) writeError(error.message);
  else if (isDatabaseUnavailable(error))
    writeError("The connection to the database was lost; make sure that it is running and try again.");
  else throw error;
  return REFUSED;
};

/** @returns the exit code, as `petstore --help` describes it. */
export const petstore = async (args: readonly string[], shell: Shell): Promise<number> => {
  try {
    await createProgram(shell).parseAsync(args, { from: "user" });
    return DONE;
  } catch (error) {
    return explain(error, shell);
  }
};

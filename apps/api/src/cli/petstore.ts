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
/** 128 and the signal's number, as shells have it. */
const INTERRUPTED = 130;

const help = `
The store is the PostgreSQL database that DATABASE_URL names; without it, the private one
in DATA_DIR (default ./data), whether the service is running or not. A .env file in the
working folder is read, as the service reads it.

Examples:
  petstore keys create --name "Shop front" --scope write --expires 90d
  petstore import animals.csv --dry-run
  petstore categories merge 99 2
  petstore export - | gzip > animals.csv.gz

Exit codes:
  0    done
  ${REFUSED}    refused; the message says why
  ${WRONG_USAGE}    the command line is wrong
  ${INTERRUPTED}  interrupted; what was under way has been undone`;

// The same from src/cli and from dist/cli.
const version = (): string =>
  (JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string }).version;

const createProgram = (shell: Shell): Command => {
  const program = new Command("petstore")
    .description("Looks after the animals and the API keys of a Pet Store.")
    .version(version(), "-V, --version", "show the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show the help of a command")
    .addHelpText("after", help)
    .showHelpAfterError("(add --help for what the command takes)")
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
  const tell = (message: string) => void shell.stderr.write(`${message}\n`);
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
  if (error instanceof ReaderGone) return DONE;
  if (shell.signal.aborted) {
    tell("Interrupted: what was under way has been undone.");
    return INTERRUPTED;
  }
  if (error instanceof OperatorError) tell(error.message);
  else if (isDatabaseUnavailable(error))
    tell("The connection to the database was lost: see that it runs, then try again.");
  else throw error;
  return REFUSED;
};

/**
 * The operator's command line.
 * @param args - What follows the program's name.
 * @returns The exit code; `petstore --help` tells what they mean.
 * @throws what is a defect.
 */
export const petstore = async (args: readonly string[], shell: Shell): Promise<number> => {
  try {
    await createProgram(shell).parseAsync(args, { from: "user" });
    return DONE;
  } catch (error) {
    return explain(error, shell);
  }
};

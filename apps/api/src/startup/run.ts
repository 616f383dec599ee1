import { OperatorError } from "../database/operator-error.js";

/** Reads a `.env` of the working folder, if it exists; variables that are set take precedence. */
export const loadEnvFile = (): void => {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
};

/** Prints an OperatorError as one sentence, any other error with its stack trace, and exits with 1. */
export const run = async (program: () => Promise<void>): Promise<void> => {
  try {
    await program();
  } catch (error) {
    process.stderr.write(
      `${error instanceof OperatorError ? error.message : ((error as Error).stack ?? String(error))}\n`,
    );
    process.exitCode = 1;
  }
};

import { OperatorError } from "../database/operator-error.js";

/** Takes variables from a `.env` in the working folder, where there is one; those already set win. */
export const loadEnvFile = (): void => {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
};

/** Runs a program: an operator's mistake is one sentence and exit code 1; everything else is a defect, with its trace. */
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

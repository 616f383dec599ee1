import { OperatorError } from "../database/operator-error.js";

export const loadEnvFile = (): void => {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
};

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

import { OperatorError } from "../config/operator-error.js";
import { EXIT_CODE_OF_MISTAKE } from "./require-platform.js";

const EXIT_CODE_OF_FAILURE = 1;

export const run = async (program: () => Promise<void>): Promise<void> => {
  try {
    await program();
  } catch (error) {
    const isMistake = error instanceof OperatorError;
    process.stderr.write(`${isMistake ? error.message : ((error as Error).stack ?? String(error))}\n`);
    process.exitCode = isMistake && !error.isTemporary ? EXIT_CODE_OF_MISTAKE : EXIT_CODE_OF_FAILURE;
  }
};

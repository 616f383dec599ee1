import { OperatorError } from "../config/operator-error.js";

/**
 * This is EX_CONFIG of sysexits.h. The unit in ops/systemd does not restart the service after an exit with this code.
 */
const EXIT_CODE_OF_MISTAKE = 78;
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

import { OperatorError } from "../config/operator-error.js";

/**
 * Recognises what PostgreSQL's programs print for ENOSPC and EDQUOT. They do not report these errors in any other way.
 */
export const saysDiskIsFull = (output: string): boolean => /No space left on device|Disk quota exceeded/.test(output);

export const diskIsFull = (dataDir: string, cause?: unknown): OperatorError =>
  new OperatorError(
    "store_unusable",
    `The disk of DATA_DIR "${dataDir}" is full (ENOSPC):`,
    "make room there, name another DATA_DIR, or name a PostgreSQL server in DATABASE_URL.",
    { cause },
  );

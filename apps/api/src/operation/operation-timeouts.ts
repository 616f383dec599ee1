type Timeouts = {
  /** The maximum time from the arrival at the gate to the first byte of the response. */
  readonly answerMs: number;
  readonly transactionMs?: number;
};

/** This is longer than the server's `requestTimeout`, so that a slow body gets a 408 first. */
const usual: Timeouts = { answerMs: 40_000 };

/** How long the import of the rows may take. */
export const IMPORT_TIMEOUT_SECONDS = 90;

/** The response waits for the body (30 s), for a turn in the lane (15 s) and for the transaction. */
const ofImport: Timeouts = { answerMs: 150_000, transactionMs: 100_000 };

/** The response waits for the body (30 s), for a turn (30 s), for the image (30 s) and for the transaction. */
const ofPhoto: Timeouts = { answerMs: 120_000 };

const exceptions: Readonly<Record<string, Timeouts>> = { importPets: ofImport, createPhoto: ofPhoto };

export const timeoutsOf = (operationId: string | undefined): Timeouts => exceptions[operationId ?? ""] ?? usual;

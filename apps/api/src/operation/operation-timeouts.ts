import { IMPORT_ANSWER_SECONDS, IMPORT_SECONDS } from "@petstore/contract/routes";

type Timeouts = {
  /** The maximum time from the arrival at the gate to the first byte of the response. */
  readonly answerMs: number;
  readonly transactionMs?: number;
};

/** This is longer than the server's `requestTimeout`, so that a slow body gets a 408 first. */
const usual: Timeouts = { answerMs: 40_000 };

/** The transaction also has the time to undo the import. */
const ofImport: Timeouts = { answerMs: IMPORT_ANSWER_SECONDS * 1_000, transactionMs: (IMPORT_SECONDS + 10) * 1_000 };

/** The response waits for the body (30 s), for a turn (30 s), for the image (30 s) and for the transaction. */
const ofPhoto: Timeouts = { answerMs: 120_000 };

const exceptions: Readonly<Record<string, Timeouts>> = { importPets: ofImport, createPhoto: ofPhoto };

export const timeoutsOf = (operationId: string | undefined): Timeouts => exceptions[operationId ?? ""] ?? usual;

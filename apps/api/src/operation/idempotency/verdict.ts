import { AppError } from "../../errors.js";

/**
 * A transaction in `skip` mode never waits for a row that another transaction has locked. A transaction in `wait` mode
 * does.
 */
export type LockMode = "skip" | "wait";

export type Outcome = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** The decision of a mutation's body about a call, or "again" if the body could not decide without waiting. */
export type Verdict<Done extends { readonly answer: Outcome }> = Done | AppError | "again";

/** The stored outcome of an earlier request with the same key. */
export type Replay = { readonly answer: Outcome; readonly isReplayed: true };

/** Returns the result for a transaction that threw a refusal. @throws Every other error. */
export const refusalOf = (error: unknown): [AppError] => {
  if (error instanceof AppError) return [error];
  throw error;
};

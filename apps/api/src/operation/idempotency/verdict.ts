import { AppError } from "../../errors.js";

/** `skip` never waits for a row that another transaction has locked, and `wait` does. */
export type LockMode = "skip" | "wait";

export type Outcome = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** What the body of a mutation decided about a call, or "again" if it would have had to wait. */
export type Verdict<Done extends { readonly answer: Outcome }> = Done | AppError | "again";

/** The stored outcome of an earlier request with the same key. */
export type Replay = { readonly answer: Outcome; readonly isReplayed: true };

/** Returns the result of a transaction that threw a refusal. @throws Every other error. */
export const refusalOf = (error: unknown): [AppError] => {
  if (error instanceof AppError) return [error];
  throw error;
};

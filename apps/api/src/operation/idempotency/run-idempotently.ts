import type { ErrorCode } from "@petstore/contract/routes";
import type { Query } from "../../database/query.js";
import { AppError, type ErrorDetails, idempotencyKeyInUse, idempotencyKeyReused } from "../../errors.js";
import { openKeys, type Requests, type StoredOutcome, storeOutcomes } from "./stored-outcomes.js";
import { type LockMode, type Outcome, refusalOf, type Replay, type Verdict } from "./verdict.js";

/** The stored body of a refusal. Earlier versions stored no details. */
type RefusedBody = { readonly code: ErrorCode; readonly message: string; readonly details?: ErrorDetails };

const replayOf = ({ status, headers: stored, body }: StoredOutcome): Replay | AppError => {
  const headers = { ...stored, "Idempotent-Replayed": "true" };
  if (status < 400) return { answer: { status, headers, body }, isReplayed: true };
  const { code, message, details = {} } = body as RefusedBody;
  return new AppError(code, message, headers).with(details);
};

/**
 * If there is only one key, this looks for its outcome a second time under the lock. The second look sees what the
 * previous holder of the lock has committed.
 */
const openAll = async (query: Query, requests: Requests, mode: LockMode) => {
  const opened = await openKeys(query, requests);
  const [only] = opened.values();
  const mayMissOutcome = mode === "wait" && only?.isLocked === true && only.outcome === undefined;
  return mayMissOutcome ? openKeys(query, requests) : opened;
};

/**
 * Returns undefined for a call that may continue. A repeat also holds the lock for a moment, which must not cause
 * another repeat to be refused.
 */
const settleRepeats = async (
  query: Query,
  requests: Requests,
  mode: LockMode,
): Promise<(Replay | AppError | undefined)[]> => {
  if (requests.every((request) => request === undefined)) return requests.map(() => undefined);
  const opened = await openAll(query, requests, mode);
  return requests.map((_, place) => {
    const key = opened.get(place);
    if (key === undefined) return undefined;
    if (key.outcome === undefined) return key.isLocked ? undefined : idempotencyKeyInUse();
    return key.outcome.isSame ? replayOf(key.outcome) : idempotencyKeyReused();
  });
};

/** Server errors and rate limits are transient, so they are never stored. */
export const isStorable = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500 && error.status !== 429;

/**
 * If the work is refused, this undoes what it wrote. A request with a key is rolled back to the savepoint, because the
 * refusal is stored as its outcome. Otherwise the whole transaction is rolled back.
 */
const runAlone = async <Done extends { readonly answer: Outcome }>(
  query: Query,
  isKeyed: boolean,
  work: () => Promise<readonly Verdict<Done>[]>,
): Promise<readonly Verdict<Done>[]> => {
  if (isKeyed) await query("SAVEPOINT work", []);
  const verdicts = await work().catch(refusalOf);
  const [verdict] = verdicts;
  if (!(verdict instanceof AppError)) return verdicts;
  if (!isKeyed || !isStorable(verdict)) throw verdict;
  await query("ROLLBACK TO SAVEPOINT work", []);
  return verdicts;
};

const outcomeOf = (verdict: Verdict<{ readonly answer: Outcome }> | undefined): Outcome | undefined => {
  if (verdict === undefined || verdict === "again") return undefined;
  if (!(verdict instanceof AppError)) return verdict.answer;
  const { status, headers, body, details } = verdict;
  // A repeated request may ask for the error in the other form.
  return isStorable(verdict) ? { status, headers, body: { ...body, details } } : undefined;
};

/**
 * Stores each outcome together with the work, which writes only through `query`, so that a crash keeps both or neither.
 * @param query - Runs in a transaction.
 * @param mode - In `wait` mode there must be only one call.
 * @param work - Runs the calls at these indices. In `skip` mode it must write nothing for a call that it refuses.
 * @throws AppError for a refusal that is not stored, or for a key that is in use; the transaction must then roll back.
 */
export const runIdempotently = async <Done extends { readonly answer: Outcome }>(
  query: Query,
  requests: Requests,
  mode: LockMode,
  work: (places: readonly number[]) => Promise<readonly Verdict<Done>[]>,
): Promise<(Verdict<Done> | Replay)[]> => {
  const settled = await settleRepeats(query, requests, mode);
  const places = settled.flatMap((one, place) => (one === undefined ? [place] : []));
  if (places.length === 0) return settled as (Replay | AppError)[];
  const isKeyed = requests[0] !== undefined;
  const verdicts = mode === "wait" ? await runAlone(query, isKeyed, () => work(places)) : await work(places);
  const byPlace = new Map(places.map((place, at) => [place, verdicts[at] ?? "again"]));
  const outcomes = requests.flatMap((request, place) => {
    const outcome = outcomeOf(byPlace.get(place));
    return request === undefined || outcome === undefined ? [] : [{ request, outcome }];
  });
  await storeOutcomes(query, outcomes);
  return settled.map((one, place) => one ?? byPlace.get(place) ?? "again");
};

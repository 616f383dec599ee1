import type { IncomingMessage } from "node:http";
import { type ContractRoute, readHeaders } from "@petstore/contract";
import type { Principal } from "../concurrency/fair-queue.js";
import { AppError } from "../errors.js";
import type { Reach } from "../reach.js";
import type { KeptAnswer, KeptAnswers } from "./kept-answers.js";

/** Reads an answer, and says which animals could change it. */
type Read = (principal: Principal) => Promise<{ readonly reach: Reach | undefined; readonly answer: KeptAnswer }>;

/** Prepares the read of a target; undefined for one that breaks a rule. */
export type PlainRead = (target: string) => Read | undefined;

/** Of the routes whose answers are kept. */
export type PlainReads = ReadonlyMap<ContractRoute["route"], PlainRead>;

/** Whether a request asks for nothing but what its target names, or for a 304 in its place. */
export const isPlainRead = ({ headers }: IncomingMessage): boolean =>
  headers["prefer"] === undefined &&
  (headers["if-none-match"] === undefined || readHeaders["if-none-match"].safeParse(headers["if-none-match"]).success);

/**
 * What an answer is kept under: the path, and the parameters of the query in one order, for theirs is no matter to any route of
 * the contract. Not what they mean: a query that breaks a rule has no answer that is kept. The order is backwards through the
 * alphabet, in which most links of a listing have theirs (`status`, `limit`, `cursor`): what is in order need not be written anew.
 */
const keptAs = (target: string): string => {
  const start = target.indexOf("?") + 1;
  if (start === 0 || !target.includes("&", start)) return target;
  const parameters = target.slice(start).split("&");
  const isInOrder = parameters.every((parameter, at) => at === 0 || (parameters[at - 1] as string) >= parameter);
  return isInOrder ? target : target.slice(0, start) + parameters.toSorted().toReversed().join("&");
};

/** Whoever asks the same meanwhile gets what comes of it. */
const readAndKeep = async (
  keptAnswers: KeptAnswers,
  key: string,
  read: Read,
  principal: Principal,
): Promise<KeptAnswer> => {
  const reading = keptAnswers.begin(key);
  try {
    const { reach, answer } = await read(principal);
    reading.keep(reach, answer);
    return answer;
  } catch (error) {
    // That a pet is gone may be news from another process, and what is kept about it older.
    if (error instanceof AppError && error.status === 404) await keptAnswers.catchUp();
    throw error;
  } finally {
    reading.end();
  }
};

/**
 * What a target is answered: at once where that is known.
 * @returns undefined, or a promise of it, where the target breaks a rule.
 */
export const answerOf = (
  keptAnswers: KeptAnswers,
  prepare: PlainRead,
  target: string,
  principal: Principal,
): KeptAnswer | undefined | Promise<KeptAnswer | undefined> => {
  // Most come as they are kept: only what is not found is put in order.
  const asGiven = keptAnswers.find(target);
  const key = asGiven === undefined ? keptAs(target) : target;
  const found = asGiven ?? (key === target ? undefined : keptAnswers.find(key));
  const readAnew = () => {
    const read = prepare(target);
    return read && readAndKeep(keptAnswers, key, read, principal);
  };
  if (found === undefined) return readAnew();
  return found instanceof Promise ? found.then((answer) => answer ?? readAnew()) : found;
};

import type { Query } from "../../database/query.js";
import { MAX_EXAMPLES, type Problem } from "./check.js";

export type FaultyRows = Pick<Problem, "place" | "rule" | "remedy"> & {
  /** Selects the faulty rows, each as a text named `example`. */
  readonly select: string;
};

/** Runs two statements in one snapshot, so that the faulty rows need not be kept in memory, however many there are. */
export const findFaultyRows = async (query: Query, { select, ...words }: FaultyRows): Promise<readonly Problem[]> => {
  const [total] = await query<{ count: string }>(`SELECT count(*) FROM (${select}) AS faulty`, []);
  const count = Number(total?.count);
  if (count === 0) return [];
  const rows = await query<{ example: string }>(`SELECT example FROM (${select}) AS faulty LIMIT ${MAX_EXAMPLES}`, []);
  return [{ ...words, count, examples: rows.map(({ example }) => example) }];
};

/** Runs the checks one after the other, because a transaction has only one connection. */
export const findInTurn = async <One>(
  all: readonly One[],
  find: (one: One) => Promise<readonly Problem[]>,
  onProgress: (part: number) => void,
): Promise<readonly Problem[]> => {
  const problems: Problem[] = [];
  for (const [at, one] of all.entries()) {
    problems.push(...(await find(one)));
    onProgress((at + 1) / all.length);
  }
  return problems;
};

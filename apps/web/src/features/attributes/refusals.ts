import { ApiError } from "../../lib/service/api";

/** The animals whose values a narrower definition would not allow: how many there are, and the first of them. */
export type Unfit = { readonly count: number; readonly petIds: readonly number[] };

const hasCode = (error: unknown, code: string): error is ApiError => error instanceof ApiError && error.code === code;

/** @returns undefined if the definition was refused for another reason */
export const unfitOf = (error: unknown): Unfit | undefined => {
  if (!hasCode(error, "conflict")) return undefined;
  const [, count, ids] = /would not fit the values of (\d+) pets?: ([\d, ]+)/.exec(error.message) ?? [];
  if (count === undefined || ids === undefined) return undefined;
  return { count: Number(count), petIds: ids.split(", ").map((id) => Number.parseInt(id, 10)) };
};

/** Finds an animal that has a value of the field and so prevents its deletion. @returns the animal's number */
export const userOf = (error: unknown): number | undefined => {
  const [, id] = (hasCode(error, "in_use") && /^pet (\d+) has a value/.exec(error.message)) || [];
  return id === undefined ? undefined : Number(id);
};

/** Whether somebody else has changed the field since it was read. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.status === 412;

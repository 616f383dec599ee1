import { foldWord, MAX_LISTED_VALUES, MAX_VALUE_LENGTH, type PetImportDryRun } from "@petstore/contract/routes";
import { memoize } from "./memoize.js";
import type { Sets, ValueColumn } from "./value-columns.js";

/**
 * The maximum number of different values of a column that are counted. It limits the memory for a file with very many
 * values.
 */
const MAX_COUNTED = 500;

type Counted = { readonly value: string; readonly sets: Sets | null; count: number };

const countValues = ({ column, attribute, valuesOf, meaningOf }: ValueColumn) => {
  const counted = new Map<string, Counted>();
  let hasMore = false;
  const find = (value: string): Counted | undefined => {
    const trimmed = value.trim();
    if (trimmed === "" || trimmed.length > MAX_VALUE_LENGTH) return undefined;
    const key = foldWord(trimmed);
    const before = counted.get(key);
    if (before !== undefined) return before;
    hasMore ||= counted.size >= MAX_COUNTED;
    if (hasMore) return undefined;
    // The copy is needed because a slice of the file would keep a large part of it in memory.
    const copy = Buffer.from(trimmed).toString();
    const one = { value: copy, sets: meaningOf(trimmed), count: 0 };
    counted.set(Buffer.from(key).toString(), one);
    return one;
  };
  const findAll = memoize((cell: string) => (valuesOf(cell) ?? []).flatMap((value) => find(value) ?? []));
  return {
    at: column.at,
    add: (cell: string): void => {
      for (const one of findAll(cell)) one.count += 1;
    },
    result: (): PetImportDryRun["values"][number] => {
      const values = [...counted.values()].toSorted(
        (one, other) => Number(other.sets === null) - Number(one.sets === null) || other.count - one.count,
      );
      return {
        column: column.label,
        attribute: attribute?.name ?? null,
        hasMore: hasMore || values.length > MAX_LISTED_VALUES,
        values: values.slice(0, MAX_LISTED_VALUES),
      };
    },
  };
};

/** Counts the different values of the columns whose values have meanings. */
export const createColumnValues = (columns: readonly ValueColumn[]) => {
  const counters = columns.map(countValues);
  return {
    add: (fields: readonly string[]): void => {
      for (const { at, add } of counters) add(fields[at] ?? "");
    },
    result: (): PetImportDryRun["values"] => counters.map(({ result }) => result()),
  };
};

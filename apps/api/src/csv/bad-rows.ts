import { MAX_LISTED_BAD_ROWS, type PetImportResult } from "@petstore/contract/routes";
import { createProblemGroups } from "./problem-groups.js";
import { type BadRow, listBadRow } from "./row-problems.js";

/**
 * The maximum number of characters that the listed rows may have in total. A row may have a problem in each of sixty
 * columns, and each problem lists options.
 */
const MAX_LISTED_LENGTH = 4_000_000;

/** Collects the bad rows of an import: it lists the first of them, and groups the problems of all. */
export const createBadRows = (onBadRow: ((row: BadRow) => void) | undefined) => {
  const groups = createProblemGroups();
  const listed: PetImportResult["badRows"] = [];
  let [count, length] = [0, 0];
  const list = (row: BadRow): void => {
    if (listed.length === MAX_LISTED_BAD_ROWS || length >= MAX_LISTED_LENGTH) return;
    const described = listBadRow(row);
    length += JSON.stringify(described).length;
    listed.push(described);
  };
  return {
    count: (): number => count,
    add: (rows: readonly BadRow[]): void => {
      for (const row of rows.toSorted((one, other) => one.line - other.line)) {
        count += 1;
        onBadRow?.(row);
        groups.add(row);
        list(row);
      }
    },
    result: (): Pick<PetImportResult, "badRows" | "problems" | "moreProblems"> => ({
      badRows: listed.toSorted((one, other) => one.line - other.line),
      ...groups.result(),
    }),
  };
};

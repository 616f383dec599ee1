import type { PetImportResult, ProblemGroup } from "@petstore/contract/routes";
import { quoted } from "../csv/printable.js";
import { type BadRow, problemOf } from "../csv/row-problems.js";
import { plural } from "./words.js";

/** How many bad rows are printed one by one. */
const MAX_PRINTED = 20;

const describeGroup = ({ sentence, count, examples }: ProblemGroup): string => {
  const shown = examples.map(({ line, value }) =>
    value === null ? `line ${line}` : `${quoted(value)} in line ${line}`,
  );
  return `  ${plural(count, "row")}: ${sentence} (${count > shown.length ? "for example " : ""}${shown.join(", ")})`;
};

/** Prints the first bad rows while the file is read, and afterwards how often each problem occurs. */
export const createBadRowPrinter = (writeLine: (line: string) => void) => {
  let printed = 0;
  return {
    write: (row: BadRow): void => {
      printed += 1;
      if (printed <= MAX_PRINTED) writeLine(`line ${row.line}: ${problemOf(row)}`);
    },
    /** Returns the lines about all bad rows. There are none if each row has been printed. */
    summarize: ({ bad, problems, moreProblems }: PetImportResult): string[] => {
      if (bad <= MAX_PRINTED) return [];
      const others = moreProblems === 0 ? [] : [`  ${plural(moreProblems, "other problem")}`];
      const title = `and ${plural(bad - MAX_PRINTED, "more bad row")}. All problems, the most frequent first:`;
      return [title, ...problems.map(describeGroup), ...others];
    },
  };
};

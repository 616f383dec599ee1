import type { PetImportDryRun } from "@petstore/contract/client";
import { Data } from "../../components/data";
import { importing } from "../../texts/importing";
import { rowProblems } from "../../texts/row-problems";
import { describeProblem } from "./bad-rows";

type Group = PetImportDryRun["problems"][number];

const texts = rowProblems;

const Examples = ({ examples }: Pick<Group, "examples">) => (
  <ul className="flex flex-wrap gap-x-4 text-muted">
    {examples.map(({ line, value }) => (
      <li key={line} className="min-w-0 wrap-anywhere">
        {value === null ? texts.line(line) : texts.about(texts.line(line), "")}
        {value !== null && <Data>{texts.value(value)}</Data>}
      </li>
    ))}
  </ul>
);

/** Lists what is wrong with the rows of a file: each problem of a column once, with its number of rows and examples. */
export const ProblemGroups = ({ problems, moreProblems }: Pick<PetImportDryRun, "problems" | "moreProblems">) => (
  <ul className="rounded-lg border border-line text-sm">
    {problems.map((group) => (
      <li
        key={JSON.stringify([group.column, group.code, group.parameters])}
        className="flex flex-wrap gap-x-4 border-b border-line px-3 py-2 last:border-b-0"
      >
        <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
          {group.column === null ? (
            <span className="font-medium">{texts.wholeRow}</span>
          ) : (
            <Data className="font-medium">{group.column}</Data>
          )}
          <p>{describeProblem(group)}</p>
          <Examples examples={group.examples} />
        </div>
        <span className="font-medium tabular-nums">{importing.problemRows(group.count)}</span>
      </li>
    ))}
    {moreProblems > 0 && <li className="px-3 py-2 text-muted">{texts.more(moreProblems)}</li>}
  </ul>
);

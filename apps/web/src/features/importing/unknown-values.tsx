import { Button } from "../../components/button";
import { importing } from "../../texts/importing";
import { idOfColumn } from "./column-row";
import type { CsvFile } from "./read-file";
import type { ImportedValues } from "./value-maps";

const texts = importing.values;

const show = (file: CsvFile, column: string) => {
  const place = document.getElementById(idOfColumn(file, column));
  place?.scrollIntoView({ block: "center" });
  place?.focus();
};

type UnknownValuesProps = { readonly file: CsvFile; readonly imported: readonly ImportedValues[] };

/** Names the columns with values that have no meaning yet, and leads to the place where a person gives them one. */
export const UnknownValues = ({ file, imported }: UnknownValuesProps) => {
  const found = imported.flatMap(({ column, values }) => {
    const count = values.filter(({ sets }) => sets === null).length;
    return count > 0 ? { column, count } : [];
  });
  if (found.length === 0) return null;
  return (
    <ul className="mb-3 flex flex-col gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-on-warning-soft">
      {found.map(({ column, count }) => (
        <li key={column} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{texts.unknown(count, column)}</span>
          <Button onClick={() => show(file, column)}>{texts.show}</Button>
        </li>
      ))}
    </ul>
  );
};

import { Fragment } from "react";
import { SelectField } from "../../components/field";
import { Section } from "../../components/page";
import { t } from "../../texts";
import { type ColumnName, type Columns, importFields } from "./mapping";
import type { CsvFile } from "./read-file";

const texts = t.importing;

type ColumnMappingProps = {
  readonly file: CsvFile;
  readonly columns: Columns;
  readonly isRemembered: boolean;
  readonly isLocked: boolean;
  readonly onChange: (columns: Columns) => void;
};

const optionsOf = ({ header }: CsvFile, none: string) => {
  const labels = [...new Set(header.filter((label) => label !== ""))];
  return [
    { value: "", label: none },
    ...labels.map((label) => {
      const isUnique = header.indexOf(label) === header.lastIndexOf(label);
      return { value: label, label: isUnique ? label : texts.twice(label), isData: isUnique };
    }),
  ];
};

/** What it means that a field has no column, if it does not just stay empty, and what else there is to know. */
const hints: Readonly<Partial<Record<ColumnName, { readonly none: string; readonly help?: string }>>> = {
  name: { none: texts.chooseColumn },
  category: { none: texts.chooseColumn, help: texts.categoryHelp },
  status: { none: texts.noStatus },
};

/** Which column of the file has which field. */
export const ColumnMapping = ({ file, columns, isRemembered, isLocked, onChange }: ColumnMappingProps) => {
  const select = (column: ColumnName, label: string) => {
    const { none = texts.noColumn, help } = hints[column] ?? {};
    return (
      <SelectField
        name={column}
        label={label}
        options={optionsOf(file, none)}
        value={columns[column]}
        disabled={isLocked}
        onValueChange={(value) => onChange({ ...columns, [column]: value })}
        {...(help !== undefined && { help })}
      />
    );
  };
  return (
    <Section title={texts.columns}>
      <p className="text-sm text-muted">{isRemembered ? texts.remembered : texts.columnsHelp}</p>
      <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {importFields.map(({ column, label }) => (
          <Fragment key={column}>
            {select(column, label)}
            {column === "name" && select("fallbackName", texts.fallbackName)}
          </Fragment>
        ))}
      </div>
    </Section>
  );
};

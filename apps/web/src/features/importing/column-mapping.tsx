import { SelectField } from "../../components/field";
import { Section } from "../../components/page";
import { t } from "../../texts";
import type { Columns } from "./mapping";
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

/** Which column of the file has which field. */
export const ColumnMapping = ({ file, columns, isRemembered, isLocked, onChange }: ColumnMappingProps) => {
  const select = (field: keyof Columns, label: string, none: string, help?: string) => (
    <SelectField
      name={field}
      label={label}
      options={optionsOf(file, none)}
      value={columns[field]}
      disabled={isLocked}
      onValueChange={(value) => onChange({ ...columns, [field]: value })}
      {...(help !== undefined && { help })}
    />
  );
  return (
    <Section title={texts.columns}>
      <p className="text-sm text-muted">{isRemembered ? texts.remembered : texts.columnsHelp}</p>
      <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {select("name", texts.name, texts.chooseColumn)}
        {select("fallbackName", texts.fallbackName, texts.noColumn)}
        {select("category", texts.category, texts.chooseColumn, texts.categoryHelp)}
        {select("status", texts.status, texts.noStatus)}
      </div>
    </Section>
  );
};

import type { Attribute } from "@petstore/contract/client";
import { Fragment } from "react";
import { SelectField } from "../../components/field";
import { Section } from "../../components/page";
import { importing } from "../../texts/importing";
import { type ColumnName, importFields } from "./import-fields";
import { attributeColumns, type Mapping } from "./mapping";
import type { CsvFile } from "./read-file";
import type { FirstMapping } from "./remembered-mappings";

const texts = importing;

type ColumnMappingProps = {
  readonly file: CsvFile;
  readonly mapping: Mapping;
  /** The fields that the store defines. */
  readonly attributes: readonly Attribute[];
  /** Where the first choice of columns comes from. */
  readonly first: Pick<FirstMapping, "isRemembered" | "product">;
  readonly isLocked: boolean;
  readonly onChange: (mapping: Mapping) => void;
};

const optionsOf = ({ header }: CsvFile, none: string | undefined) => [
  ...(none === undefined ? [] : [{ value: "", label: none }]),
  ...header.map((label) => ({ value: label, label, isData: true })),
];

/** Says what happens if a field has no column, and gives further help. A field that is not listed is then empty. */
const hints = (): Readonly<Partial<Record<ColumnName, { readonly none: string; readonly help?: string }>>> => ({
  name: { none: texts.chooseColumn },
  category: { none: texts.chooseColumn, help: texts.categoryHelp },
  status: { none: texts.noStatus() },
});

const helpOf = ({ isRemembered, product }: ColumnMappingProps["first"]) => {
  if (isRemembered) return texts.remembered;
  return product === undefined ? texts.columnsHelp : texts.recognised(product);
};

type FormatsProps = Pick<ColumnMappingProps, "mapping" | "isLocked" | "onChange"> & {
  readonly ofAttributes: readonly (readonly [Attribute, string])[];
};

const withAutomatic = (names: Readonly<Record<string, string>>) => [
  { value: "", label: texts.automatic },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
];

/** Lets a person say how dates and numbers are written, if the file has columns of them. */
const Formats = ({ ofAttributes, mapping, isLocked, onChange }: FormatsProps) => {
  const has = (type: Attribute["type"]) => ofAttributes.some(([one, column]) => one.type === type && column !== "");
  const choice = (name: "dates" | "decimal", label: string, names: Readonly<Record<string, string>>) => (
    <SelectField
      name={name}
      label={label}
      options={withAutomatic(names)}
      value={mapping[name] ?? ""}
      disabled={isLocked}
      onValueChange={(value) => onChange({ ...mapping, [name]: value === "" ? undefined : value })}
    />
  );
  if (!has("date") && !has("number")) return null;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
      {has("date") && choice("dates", texts.dates, texts.dateOrders)}
      {has("number") && choice("decimal", texts.decimal, texts.decimals)}
    </div>
  );
};

/** Lets a person choose which column of the file holds which field. */
export const ColumnMapping = ({ file, mapping, attributes, first, isLocked, onChange }: ColumnMappingProps) => {
  const { columns } = mapping;
  const ofAttributes = [...attributeColumns(file, mapping, attributes)];
  const select = (column: ColumnName, label: string) => {
    const { none = texts.noColumn, help } = hints()[column] ?? {};
    // The service always reads a column of this name, whatever the person chose.
    const isSure = column === "externalId" && file.header.includes(column);
    return (
      <SelectField
        name={column}
        label={label}
        options={optionsOf(file, isSure ? undefined : none)}
        value={columns[column]}
        disabled={isLocked}
        onValueChange={(value) => onChange({ ...mapping, columns: { ...columns, [column]: value } })}
        {...(help !== undefined && { help })}
      />
    );
  };
  return (
    <Section title={texts.columns}>
      <p className="text-sm text-muted">{helpOf(first)}</p>
      <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {importFields.map(({ column, label }) => (
          <Fragment key={column}>
            {select(column, label)}
            {column === "name" && select("fallbackName", texts.fallbackName)}
          </Fragment>
        ))}
      </div>
      {ofAttributes.length > 0 && (
        <>
          <h3 className="text-sm font-semibold">{texts.fieldColumns}</h3>
          <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
            {ofAttributes.map(([{ name, label }, column]) => (
              <SelectField
                key={name}
                name={`attributes.${name}`}
                label={label}
                options={optionsOf(file, texts.noColumn)}
                value={column}
                disabled={isLocked}
                onValueChange={(value) =>
                  onChange({ ...mapping, attributes: { ...mapping.attributes, [name]: value } })
                }
              />
            ))}
          </div>
          <Formats {...{ ofAttributes, mapping, isLocked, onChange }} />
        </>
      )}
    </Section>
  );
};

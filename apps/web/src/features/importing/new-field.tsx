import type { AttributeType } from "@petstore/contract/schemas";
import { SelectField, TextField } from "../../components/field";
import { InlineError } from "../../components/states";
import { attributeTypes, typeOf } from "../../lib/pets/attribute-types";
import { slugOf } from "../../lib/pets/slugs";
import { importing } from "../../texts/importing";
import type { CsvFile } from "./read-file";
import type { ProposedField, UnknownColumn } from "./use-define";
import { isMappable } from "./value-maps";

const texts = importing.newFields;
const MAX_SHOWN_OPTIONS = 5;
const MAX_OPTIONS = 50;
const MAX_TEXT = 60;
/** The types that a column of a file can have without further settings. */
const plainTypes: readonly AttributeType[] = ["text", "longText", "number", "date", "boolean"];

/** Returns the values of the column as options, if there are few enough. */
const optionsFor = ({ header, values }: CsvFile, column: string): ProposedField["options"] => {
  const found = (values[header.indexOf(column)] ?? []).map(({ value }) => value).filter((value) => value !== "");
  const isUsable = found.length > 0 && found.length <= MAX_OPTIONS && found.every((value) => value.length <= MAX_TEXT);
  return isUsable ? found.toSorted().map((value) => ({ value, label: value })) : [];
};

/** Returns a field for a column: what the check proposed, or else one for any text. */
export const proposedField = (column: string, proposal: UnknownColumn | undefined): ProposedField => ({
  column,
  ...(proposal?.attribute ?? {
    name: slugOf(column),
    label: column.slice(0, MAX_TEXT),
    type: "text",
    decimals: null,
    options: [],
  }),
});

const withType = (field: ProposedField, type: string, file: CsvFile, proposal: UnknownColumn | undefined) => {
  const options = type === "choice" ? optionsFor(file, field.column) : [];
  const changed = { ...field, type: type as AttributeType, decimals: type === "number" ? 2 : null, options };
  const { attribute } = proposal ?? {};
  return attribute?.type === type ? { ...changed, decimals: attribute.decimals, options: attribute.options } : changed;
};

/** Says why the check proposed the type, and what the options would be. */
const helpOf = ({ type, options }: ProposedField, proposal: UnknownColumn | undefined): string | undefined => {
  if (type !== "choice") return undefined;
  const names = options.slice(0, MAX_SHOWN_OPTIONS).map(({ label }) => label);
  const list = `${names.join(", ")}${options.length > names.length ? "…" : ""}`;
  const { rows, values } = proposal?.reason ?? {};
  return rows === undefined || typeof values !== "number" ? list : texts.reason(list, values, rows);
};

type NewFieldProps = {
  readonly file: CsvFile;
  readonly field: ProposedField;
  /** The field that the check proposed. */
  readonly proposal: UnknownColumn | undefined;
  readonly error: unknown;
  readonly isLocked: boolean;
  readonly onChange: (field: ProposedField) => void;
};

/** Describes the field that is defined for a column before the file is checked. */
export const NewField = ({ file, field, proposal, error, isLocked, onChange }: NewFieldProps) => {
  const { column } = field;
  const types = [
    ...plainTypes,
    ...(optionsFor(file, column).length > 0 || isMappable(field) ? (["choice"] as const) : []),
  ];
  const help = helpOf(field, proposal);
  return (
    <div role="group" aria-label={texts.of(column)} className="flex flex-col gap-2 rounded-lg bg-sunken p-3">
      <div className="grid items-start gap-3 sm:grid-cols-3">
        {(["label", "name"] as const).map((part) => (
          <TextField
            key={part}
            name={`${column}.${part}`}
            label={texts[part]}
            value={field[part]}
            disabled={isLocked}
            autoComplete="off"
            translate="no"
            onValueChange={(value) => onChange({ ...field, [part]: value })}
          />
        ))}
        <SelectField
          name={`${column}.type`}
          label={texts.type}
          options={[...new Set([...types, field.type])].map((type) => ({
            value: type,
            label: typeOf({ type })?.label ?? attributeTypes.text.label,
          }))}
          value={field.type}
          disabled={isLocked}
          {...(help !== undefined && { help })}
          onValueChange={(type) => onChange(withType(field, type, file, proposal))}
        />
      </div>
      {error !== undefined && <InlineError error={error} />}
    </div>
  );
};

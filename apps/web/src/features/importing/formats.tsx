import type { Attribute } from "@petstore/contract/client";
import { SelectField } from "../../components/field";
import { importing } from "../../texts/importing";
import type { Mapping } from "./mapping";

const texts = importing;

const withAutomatic = (names: Readonly<Record<string, string>>) => [
  { value: "", label: texts.automatic },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
];

type FormatsProps = {
  /** The fields that the columns go to. */
  readonly fields: readonly Attribute[];
  readonly mapping: Mapping;
  readonly isLocked: boolean;
  readonly onChange: (mapping: Mapping) => void;
};

/** Lets a person say how dates and numbers are written, if the file has columns of them. */
export const Formats = ({ fields, mapping, isLocked, onChange }: FormatsProps) => {
  const has = (type: Attribute["type"]) => fields.some((one) => one.type === type);
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

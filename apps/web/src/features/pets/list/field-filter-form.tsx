import type { Attribute } from "@petstore/contract/client";
import { useState } from "react";
import { AttributeInput } from "../../../components/attribute-input";
import { TextField } from "../../../components/field";
import type { FilterFormProps } from "../../../components/filters/filter-bar";
import { FilterDialog } from "../../../components/filters/filter-dialog";
import { Segments } from "../../../components/segments";
import { howRead } from "../../../lib/pets/how-read";
import { readTyped, typedNumber } from "../../../lib/text/typed-number";
import { typeOf } from "../../../lib/pets/attribute-types";
import { t } from "../../../texts";
import { rangeOf, toRange } from "./attribute-filters";

const texts = t.pets.fieldFilters;

type ValuesProps = {
  readonly one: Attribute;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
};

const RangeValues = ({ one, values, onChange }: ValuesProps) => {
  const isNumber = one.type === "number";
  const [range, setRange] = useState(() => {
    const { from, to } = rangeOf(values);
    const typed = (end: string) =>
      isNumber && end !== "" && !Number.isNaN(Number(end)) ? typedNumber(Number(end)) : end;
    return { from: typed(from), to: typed(to) };
  });
  const set = (change: Partial<typeof range>) => {
    const next = { ...range, ...change };
    setRange(next);
    const read = (end: string) => (isNumber ? String(readTyped(end, one.unit) ?? end) : end);
    onChange(toRange({ from: read(next.from), to: read(next.to) }));
  };
  const help = (end: string) => (isNumber ? howRead(end) : undefined);
  const kind = one.type === "date" ? { type: "date" } : ({ inputMode: "decimal" } as const);
  const unit = one.unit === null ? "" : ` (${one.unit})`;
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField
        {...kind}
        name="from"
        label={`${texts.from}${unit}`}
        help={help(range.from)}
        value={range.from}
        onValueChange={(from) => set({ from })}
      />
      <TextField
        {...kind}
        name="to"
        label={`${texts.to}${unit}`}
        help={help(range.to)}
        value={range.to}
        onValueChange={(to) => set({ to })}
      />
    </div>
  );
};

const TextValues = ({ values, onChange }: ValuesProps) => (
  <TextField
    name="value"
    label={texts.value}
    help={texts.valueHelp}
    value={values[0] ?? ""}
    onValueChange={(text) => onChange(text.trim() === "" ? [] : [text])}
    autoComplete="off"
    translate="no"
  />
);

const answers = [
  { value: "true", label: t.history.yes },
  { value: "false", label: t.history.no },
];

const AnswerValues = ({ values, onChange }: ValuesProps) => (
  <Segments
    isField
    label={texts.value}
    name="value"
    value={values[0] ?? null}
    options={answers}
    onChange={(value) => onChange([value])}
  />
);

/** Chooses any of several options, with the same input as a field that takes several options. */
const OptionValues = ({ one, values, onChange }: ValuesProps) => (
  <AttributeInput
    one={{ ...one, type: "choices", label: texts.anyOf, help: null }}
    value={values}
    onChange={(next) => onChange(typeof next === "string" ? [] : next)}
  />
);

const parts = { range: RangeValues, text: TextValues, answer: AnswerValues, options: OptionValues, none: () => null };

type FieldFilterFormProps = FilterFormProps & {
  readonly one: Attribute;
  readonly values: readonly string[];
  readonly onChoose: (values: readonly string[]) => void;
};

/** Sets the filter by a field. */
const FieldFilterForm = ({ one, values: given, onChoose, ...dialog }: FieldFilterFormProps) => {
  const [values, setValues] = useState(given);
  const Values = parts[typeOf(one)?.filter ?? "none"];
  return (
    <FilterDialog {...dialog} onApply={() => onChoose(values)}>
      <Values one={one} values={values} onChange={setValues} />
    </FilterDialog>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default FieldFilterForm;

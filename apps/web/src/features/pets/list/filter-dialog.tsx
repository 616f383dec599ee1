import type { Attribute } from "@petstore/contract/client";
import { useId, useState } from "react";
import { AttributeInput } from "../../../components/attribute-input";
import { Dialog } from "../../../components/dialog";
import { SelectField, TextField } from "../../../components/field";
import { FormActions } from "../../../components/form-actions";
import { Segments } from "../../../components/segments";
import { typeOf } from "../../../lib/pets/attribute-types";
import { t } from "../../../texts";
import type { AttributeFilters } from "../search";
import { rangeOf, toRange } from "./attribute-filters";

const texts = t.pets.fieldFilters;

type ValuesProps = {
  readonly one: Attribute;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
};

const RangeValues = ({ one, values, onChange }: ValuesProps) => {
  const [range, setRange] = useState(() => rangeOf(values));
  const set = (change: Partial<typeof range>) => {
    const next = { ...range, ...change };
    setRange(next);
    onChange(toRange(next));
  };
  const kind = one.type === "date" ? { type: "date" } : ({ inputMode: "decimal" } as const);
  const unit = one.unit === null ? "" : ` (${one.unit})`;
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField
        {...kind}
        name="from"
        label={`${texts.from}${unit}`}
        value={range.from}
        onValueChange={(from) => set({ from })}
      />
      <TextField
        {...kind}
        name="to"
        label={`${texts.to}${unit}`}
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

type FilterDialogProps = {
  readonly fields: readonly Attribute[];
  /** The name of the field that is chosen at first; "" for none. */
  readonly first: string;
  readonly filters: AttributeFilters;
  readonly onChoose: (name: string, values: readonly string[]) => void;
  readonly onClose: () => void;
};

const FilterDialog = ({ fields, first, filters, onChoose, onClose }: FilterDialogProps) => {
  const form = useId();
  const [name, setName] = useState(first === "" ? (fields[0]?.name ?? "") : first);
  const [values, setValues] = useState<readonly string[]>(filters[name] ?? []);
  const one = fields.find((field) => field.name === name);
  const Values = parts[(one && typeOf(one)?.filter) ?? "none"];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={texts.title}
      actions={<FormActions form={form} onCancel={onClose} label={t.common.apply} isBusy={false} />}
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(name, values);
        }}
        className="flex flex-col gap-4"
      >
        <SelectField
          name="field"
          label={texts.field}
          value={name}
          options={fields.map((field) => ({ value: field.name, label: field.label, isData: true }))}
          onValueChange={(next) => {
            setName(next);
            setValues(filters[next] ?? []);
          }}
        />
        {one !== undefined && <Values key={name} one={one} values={values} onChange={setValues} />}
      </form>
    </Dialog>
  );
};

// React's lazy() takes a default export.
// oxlint-disable-next-line import/no-default-export
export default FilterDialog;

import type { Attribute } from "@petstore/contract/client";
import { X } from "lucide-react";
import { type ComponentType, type KeyboardEvent, type ReactNode, useId, useState } from "react";
import type { ValueError } from "../lib/pets/explain-value";
import { type InputKind, type Typed, typeOf } from "../lib/pets/attribute-types";
import { howRead } from "../lib/pets/how-read";
import { t } from "../texts";
import { Data } from "./data";
import { SelectField, TextField } from "./field";
import { controlClass } from "./native-select";
import { Segments } from "./segments";
import { messageLanguage } from "./states";

const texts = t.attributes.input;

type InputProps = {
  readonly one: Attribute;
  readonly value: Typed;
  readonly onChange: (value: Typed) => void;
  /** Why the service refused the value. */
  readonly error?: ValueError | undefined;
};

const asText = (value: Typed) => (typeof value === "string" ? value : "");
const asList = (value: Typed) => (typeof value === "string" ? [] : value);

const ErrorText = ({ error: { text, isEnglish } }: { readonly error: ValueError }) => (
  <span lang={isEnglish ? messageLanguage : undefined}>{text}</span>
);

const common = ({ one, error }: InputProps) => ({
  name: `attributes.${one.name}`,
  label: one.unit === null ? one.label : `${one.label} (${one.unit})`,
  error: error && <ErrorText error={error} />,
  ...(one.help !== null && { help: one.help }),
});

const LineInput = (props: InputProps) => (
  <TextField
    {...common(props)}
    value={asText(props.value)}
    onValueChange={props.onChange}
    autoComplete="off"
    translate="no"
  />
);

const LinesInput = (props: InputProps) => (
  <TextField
    {...common(props)}
    value={asText(props.value)}
    onValueChange={props.onChange}
    translate="no"
    render={<textarea rows={4} />}
  />
);

const NumberInput = (props: InputProps) => (
  <TextField
    {...common(props)}
    value={asText(props.value)}
    onValueChange={props.onChange}
    help={howRead(asText(props.value)) ?? props.one.help ?? undefined}
    inputMode="decimal"
    autoComplete="off"
  />
);

const DateInput = (props: InputProps) => (
  <TextField {...common(props)} value={asText(props.value)} onValueChange={props.onChange} type="date" />
);

const Below = ({ one, error, id }: Pick<InputProps, "one" | "error"> & { readonly id?: string }) => (
  <>
    {one.help !== null && (
      <p id={id} className="text-sm text-muted">
        {one.help}
      </p>
    )}
    {error !== undefined && (
      <p role="alert" className="text-sm text-danger">
        <ErrorText error={error} />
      </p>
    )}
  </>
);

const answers = [
  { value: "true", label: t.history.yes },
  { value: "false", label: t.history.no },
  { value: "", label: texts.unknown },
];

const AnswerInput = (props: InputProps) => {
  const id = useId();
  return (
    <Segments
      isField
      label={props.one.label}
      name={id}
      value={asText(props.value)}
      options={answers}
      onChange={props.onChange}
    >
      <Below {...props} />
    </Segments>
  );
};

/** The options, and the chosen values that are no longer options. */
const optionsOf = ({ options }: Attribute, chosen: readonly string[]) => [
  ...options,
  ...chosen
    .filter((value) => value !== "" && !options.some((option) => option.value === value))
    .map((value) => ({ value, label: texts.archivedOption(value) })),
];

// Stores name their options in their own language, which the page may not have. These are the words of the admin's four.
const unknown = /^(?:unknown|unbekannt|inconnue?|desconocid[oa])$/i;

/**
 * Returns the entry for no value. If the store has an option for what nobody knows, people choose that one, because two
 * entries for it would be recorded by chance.
 */
const noValueOf = ({ options }: Attribute) => {
  const hasUnknown = options.some(({ value, label }) => unknown.test(value) || unknown.test(label));
  return hasUnknown ? { value: "", label: texts.choose, isPlaceholder: true } : { value: "", label: texts.none };
};

const OptionInput = (props: InputProps) => (
  <SelectField
    {...common(props)}
    value={asText(props.value)}
    onValueChange={props.onChange}
    options={[
      noValueOf(props.one),
      ...optionsOf(props.one, [asText(props.value)]).map((option) => ({ ...option, isData: true })),
    ]}
  />
);

const chipClass =
  "inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-control-line px-3 text-sm";

const OptionsInput = (props: InputProps) => {
  const chosen = asList(props.value);
  const help = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-1" aria-describedby={props.one.help === null ? undefined : help}>
      <legend className="mb-1 text-sm font-medium wrap-anywhere">{props.one.label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {optionsOf(props.one, chosen).map(({ value, label }) => (
          <label
            key={value}
            className={`${chipClass} cursor-pointer has-checked:chosen has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-11`}
          >
            <input
              type="checkbox"
              className="sr-only"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                props.onChange(target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
              }
            />
            <Data className="wrap-anywhere">{label}</Data>
          </label>
        ))}
      </div>
      <Below {...props} id={help} />
    </fieldset>
  );
};

const LabelChip = ({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) => (
  <li className={`${chipClass} bg-neutral-soft pr-1 text-on-neutral-soft`}>
    <Data className="wrap-anywhere">{label}</Data>
    <button
      type="button"
      aria-label={texts.removeLabel(label)}
      title={texts.removeLabel(label)}
      onClick={onRemove}
      className="inline-flex size-6 items-center justify-center rounded-full hover:bg-sunken pointer-coarse:size-9"
    >
      <X aria-hidden size={14} />
    </button>
  </li>
);

const LabelsInput = (props: InputProps) => {
  const { one, onChange } = props;
  const labels = asList(props.value);
  const [text, setText] = useState("");
  const [input, list, help] = [useId(), useId(), useId()];
  const add = () => {
    const typed = text.trim();
    const label = one.options.find((option) => option.label === typed)?.value ?? typed;
    setText("");
    if (label !== "" && !labels.includes(label)) onChange([...labels, label]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === "Enter" || event.key === ",") && text.trim() !== "") {
      event.preventDefault();
      add();
    } else if (event.key === "Backspace" && text === "") {
      onChange(labels.slice(0, -1));
    }
  };
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={input} className="text-sm font-medium wrap-anywhere">
        {one.label}
      </label>
      {labels.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {labels.map((label) => (
            <LabelChip
              key={label}
              label={one.options.find(({ value }) => value === label)?.label ?? label}
              onRemove={() => onChange(labels.filter((each) => each !== label))}
            />
          ))}
        </ul>
      )}
      <input
        id={input}
        list={list}
        value={text}
        placeholder={texts.labelHint}
        aria-describedby={one.help === null ? undefined : help}
        autoComplete="off"
        translate="no"
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        // Without this, text that was typed but not confirmed would be lost.
        onBlur={add}
        className={controlClass}
      />
      <datalist id={list}>
        {one.options
          .filter(({ value }) => !labels.includes(value))
          .map(({ value, label }) => (
            <option key={value} value={label} />
          ))}
      </datalist>
      <Below {...props} id={help} />
    </div>
  );
};

/** The component for each kind of input. */
const inputs: Readonly<Record<InputKind, ComponentType<InputProps>>> = {
  line: LineInput,
  lines: LinesInput,
  number: NumberInput,
  date: DateInput,
  answer: AnswerInput,
  option: OptionInput,
  options: OptionsInput,
  labels: LabelsInput,
};

/** The input of a field that the store defines. It is empty for a type that only a later version knows. */
export const AttributeInput = (props: InputProps) => {
  const type = typeOf(props.one);
  if (type === undefined) return null;
  const Input = inputs[type.input];
  return <Input {...props} />;
};

/** Puts short fields side by side, and long ones below in the whole width. */
export const FieldGrid = ({ children }: { readonly children: ReactNode }) => (
  <div className="grid grid-cols-1 items-start gap-4 min-[26rem]:grid-cols-2">{children}</div>
);

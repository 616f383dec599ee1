import type { Attribute } from "@petstore/contract/client";
import type { AttributeType } from "@petstore/contract/schemas";
import { isSameValue, typeOf } from "../../lib/pets/attribute-types";
import { slugOf } from "../../lib/pets/slugs";
import { readTyped, typedNumber } from "../../lib/text/typed-number";

/**
 * @property value - It is empty until the option is saved. @property key - Distinguishes the option from others while
 * it has no value.
 */
export type OptionText = { readonly key: number; readonly value: string; readonly label: string };

/** A definition as a person types it. */
export type AttributeForm = {
  readonly label: string;
  /** The name; undefined as long as it is derived from the label. */
  readonly name: string | undefined;
  readonly type: string;
  readonly help: string;
  readonly unit: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly decimals: string;
  readonly options: readonly OptionText[];
  readonly categoryIds: readonly number[] | null;
  readonly isPublic: boolean;
  readonly isAskedAtIntake: boolean;
};

const empty: AttributeForm = {
  label: "",
  name: undefined,
  type: "text" satisfies AttributeType,
  help: "",
  unit: "",
  minimum: "",
  maximum: "",
  decimals: "0",
  options: [],
  categoryIds: null,
  // The readers of the API, such as the web site, get a field only once somebody decides so.
  isPublic: false,
  isAskedAtIntake: true,
};

const typed = (value: string | number | null) => (typeof value === "number" ? typedNumber(value) : (value ?? ""));

export const formOf = (one: Attribute | undefined): AttributeForm =>
  one === undefined
    ? empty
    : {
        label: one.label,
        name: one.name,
        type: one.type,
        help: typed(one.help),
        unit: typed(one.unit),
        minimum: typed(one.minimum),
        maximum: typed(one.maximum),
        decimals: typed(one.decimals),
        options: one.options.map((option, key) => ({ key, ...option })),
        categoryIds: one.categoryIds,
        isPublic: one.isPublic,
        isAskedAtIntake: one.isAskedAtIntake,
      };

const valueOf = ({ value, label }: OptionText, isSuggestion: boolean): string => {
  if (value !== "") return value;
  return isSuggestion ? label.trim() : slugOf(label) || label.trim();
};

/**
 * The options with the values that profiles store. If two options would have the same value, the later one gets a
 * number.
 */
export const storedOptions = ({ options, type }: AttributeForm): Attribute["options"] => {
  const isSuggestion = typeOf({ type })?.options === "suggestions";
  const taken = new Set(options.map(({ value }) => value));
  return options
    .filter(({ label }) => label.trim() !== "")
    .map((option) => {
      const base = valueOf(option, isSuggestion);
      let value = base;
      for (let count = 2; option.value === "" && taken.has(value); count += 1) value = `${base}_${count}`;
      taken.add(value);
      return { value, label: option.label.trim() };
    });
};

const textOrNull = (text: string) => (text.trim() === "" ? null : text.trim());

/** A text that is not a number is sent as it was typed, so that the contract's rule is shown. */
const numberOrNull = (text: string) => {
  const given = textOrNull(text);
  return given === null ? null : (readTyped(given) ?? given);
};

/** Returns the parts of a definition that can change later. */
const changeable = (form: AttributeForm) => {
  const type = typeOf(form);
  const isNumber = type?.isNumber === true;
  return {
    label: form.label.trim(),
    help: textOrNull(form.help),
    unit: isNumber ? textOrNull(form.unit) : null,
    minimum: isNumber ? numberOrNull(form.minimum) : null,
    maximum: isNumber ? numberOrNull(form.maximum) : null,
    decimals: isNumber ? (numberOrNull(form.decimals) ?? 0) : null,
    options: type?.options === "none" ? [] : storedOptions(form),
    categoryIds: form.categoryIds,
    isPublic: form.isPublic,
    isAskedAtIntake: form.isAskedAtIntake,
  };
};

export const toNew = (form: AttributeForm, position: number) => ({
  name: form.name ?? slugOf(form.label),
  type: form.type,
  position,
  ...changeable(form),
});

/** Returns only what was changed since the form was opened, so that changes by others in the meantime are kept. */
export const toChange = (form: AttributeForm, base: Attribute): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(changeable(form)).filter(([name, value]) => !isSameValue(value, base[name as keyof Attribute])),
  );

/** Returns the field as the form describes it, for the preview. */
export const previewOf = (form: AttributeForm): Attribute =>
  ({ ...toNew(form, 0), id: 0, isArchived: false }) as Attribute;

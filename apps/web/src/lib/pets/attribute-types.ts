import type { Attribute } from "@petstore/contract/client";
import type { AttributeType } from "@petstore/contract/schemas";
import { t } from "../../texts";
import { currencyOfUnit } from "../store/currency-of-unit";
import { formatMoney } from "../store/money";
import { storeSettings } from "../store/store-settings";
import { formatCalendarDay, formatDecimal } from "../text/format";
import { readTyped, typedNumber } from "../text/typed-number";
import { formatUnit } from "../text/units";
import { dataValue, noValue, textValue, type Value } from "../text/value";

/** The content of an input: texts as they are typed. An empty text or an empty list means that there is no value. */
export type Typed = string | readonly string[];

/** The kinds of inputs. `components/attribute-input.tsx` has a component for each. */
export type InputKind = "line" | "lines" | "number" | "date" | "answer" | "option" | "options" | "labels";

type TypeOf = {
  readonly label: string;
  /** Says what the type is for, when a field is defined. */
  readonly help: string;
  /** The input that forms use. */
  readonly input: InputKind;
  /** Whether the input takes the whole width of the form. */
  readonly isWide: boolean;
  /** Whether the options of a definition are the only values. Fields of the type `labels` have suggestions instead. */
  readonly options: "values" | "suggestions" | "none";
  readonly isNumber: boolean;
  /** How the list filters by a field of this type: by an exact text, by a range, or by a choice of values. */
  readonly filter: "text" | "range" | "answer" | "options" | "none";
  readonly isSortable: boolean;
  readonly toTyped: (value: unknown) => Typed;
  /**
   * Returns what the API accepts; null clears the value. A text that is not a value of the type is sent as it was
   * typed, so that the service names the rule.
   */
  readonly toValue: (typed: Typed, one: Attribute) => unknown;
  readonly show: (value: unknown, one: Attribute) => Value;
  /** An example of a cell that imports accept. */
  readonly example: (one: Attribute) => string;
};

const textOf = (typed: Typed): string => (typeof typed === "string" ? typed.trim() : "");
const listOf = (typed: Typed): readonly string[] => (typeof typed === "string" ? [] : typed);
const textOrNull = (typed: Typed) => (textOf(typed) === "" ? null : textOf(typed));
const listOrNull = (list: readonly unknown[]) => (list.length === 0 ? null : list);
const plain = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
const typedText = (value: unknown): Typed => (value === null || value === undefined ? "" : plain(value));
const typedList = (value: unknown): Typed => (Array.isArray(value) ? value.map(plain) : []);

const labelOf = ({ options }: Attribute, value: unknown): string =>
  options.find((option) => option.value === value)?.label ?? plain(value);

const text = {
  options: "none",
  isNumber: false,
  isWide: false,
  filter: "text",
  isSortable: true,
  toTyped: typedText,
  toValue: textOrNull,
  show: (value: unknown) => dataValue(plain(value)),
  example: ({ options }: Attribute) => options[0]?.label ?? "",
} as const satisfies Omit<TypeOf, "label" | "help" | "input">;

const showList = (value: unknown, one: Attribute) =>
  dataValue(
    listOf(typedList(value))
      .map((each) => labelOf(one, each))
      .join(", "),
  );

const list = { ...text, isSortable: false, toTyped: typedList } as const;

const toNumber = (typed: Typed, { unit }: Attribute): unknown => {
  const given = textOrNull(typed);
  return given === null ? null : (readTyped(given, unit) ?? given);
};

const showNumber = (value: unknown, { unit }: Attribute): Value => {
  if (unit === null || typeof value !== "number") {
    const number = typeof value === "number" ? formatDecimal(value) : plain(value);
    return dataValue(unit === null ? number : `${number}\u00A0${unit}`);
  }
  // "L" is a litre before it is the sign of a currency.
  const measured = formatUnit(value, unit);
  if (measured !== undefined) return dataValue(measured);
  const currency = currencyOfUnit(unit, storeSettings.get()?.currency ?? null);
  return dataValue(currency === undefined ? `${formatDecimal(value)}\u00A0${unit}` : formatMoney(value, currency));
};

/** The event may be older than the type of the field with this name, which may have had another type. */
const showDay = (value: unknown): Value => {
  const day = plain(value);
  return dataValue(Number.isNaN(Date.parse(day)) ? day : formatCalendarDay(day));
};

const answers: Readonly<Record<string, boolean>> = { true: true, false: false };

/** Every type that a field can have. No other code of the admin distinguishes the types. */
export const attributeTypes: { readonly [Type in AttributeType]: TypeOf } = {
  text: { ...text, ...t.attributes.types.text, input: "line" },
  longText: {
    ...text,
    ...t.attributes.types.longText,
    input: "lines",
    isWide: true,
    filter: "none",
    isSortable: false,
  },
  number: {
    ...text,
    ...t.attributes.types.number,
    input: "number",
    isNumber: true,
    filter: "range",
    toTyped: (value) => (typeof value === "number" ? typedNumber(value) : typedText(value)),
    toValue: toNumber,
    example: ({ minimum, maximum }) => String(minimum ?? maximum ?? 1),
    show: showNumber,
  },
  date: {
    ...text,
    ...t.attributes.types.date,
    input: "date",
    filter: "range",
    show: showDay,
    example: () => new Date().toISOString().slice(0, 10),
  },
  boolean: {
    ...text,
    ...t.attributes.types.boolean,
    input: "answer",
    filter: "answer",
    example: () => "yes",
    toValue: (typed) => answers[textOf(typed)] ?? null,
    show: (value) => textValue(value === true ? t.history.yes : t.history.no),
  },
  choice: {
    ...text,
    ...t.attributes.types.choice,
    input: "option",
    options: "values",
    filter: "options",
    show: (value, one) => dataValue(labelOf(one, value)),
  },
  choices: {
    ...list,
    ...t.attributes.types.choices,
    input: "options",
    options: "values",
    filter: "options",
    isWide: true,
    // Returns the options in their own order, whatever order they were chosen in.
    toValue: (typed, { options }) =>
      listOrNull([
        ...options.map(({ value }) => value).filter((value) => listOf(typed).includes(value)),
        ...listOf(typed).filter((value) => !options.some((option) => option.value === value)),
      ]),
    show: showList,
  },
  labels: {
    ...list,
    ...t.attributes.types.labels,
    input: "labels",
    options: "suggestions",
    isWide: true,
    toValue: (typed) => listOrNull(listOf(typed)),
    show: showList,
  },
};

/**
 * Returns what the admin knows about a type.
 * @returns undefined for a type of a later version, whose values are shown but cannot be changed
 */
export const typeOf = ({ type }: Pick<Attribute, "type">): TypeOf | undefined =>
  Object.hasOwn(attributeTypes, type) ? attributeTypes[type as AttributeType] : undefined;

export const showAttribute = (one: Attribute, value: unknown): Value => {
  if (value === null || value === undefined) return noValue;
  return typeOf(one)?.show(value, one) ?? dataValue(JSON.stringify(value));
};

export const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

import type { Attribute } from "@petstore/contract/client";
import { showAttribute, typeOf } from "../../../lib/pets/attribute-types";
import { builtInField } from "../../../lib/pets/attributes";
import { dayBefore, dayOf, firstMomentOf, momentAfter } from "../../../lib/text/local-days";
import { describeRange } from "../../../lib/text/range";
import { t } from "../../../texts";
import type { PetFilters } from "../search";

const texts = t.pets.fieldFilters;

/** The day on which an animal was added, as a field that every store has. No field of a store can have this name. */
export const added = builtInField({
  name: "+added",
  label: texts.added,
  help: null,
  type: "date",
});

/** Whether the list can be filtered by the field. */
export const isFilterable = (one: Attribute): boolean => !one.isArchived && (typeOf(one)?.filter ?? "none") !== "none";

type Range = { readonly from: string; readonly to: string };

/** Splits `5..10` into its ends. A single value is both ends. */
export const rangeOf = (values: readonly string[]): Range => {
  const [value = ""] = values;
  const [from = "", to] = value.split("..");
  return { from, to: to ?? from };
};

/** Returns the range as the address has it. @returns an empty list if the range has no ends */
export const toRange = ({ from, to }: Range): readonly string[] => {
  const [low, high] = [from, to].map((end) => end.trim());
  if (low === "" && high === "") return [];
  return [low === high ? `${low}` : `${low}..${high}`];
};

/** Returns the JSON value that a text in the address stands for. */
const valueOf = (one: Attribute, text: string): unknown => {
  const filter = typeOf(one)?.filter;
  if (filter === "answer") return text === "true";
  return filter === "range" && one.type === "number" && !Number.isNaN(Number(text)) ? Number(text) : text;
};

const shown = (one: Attribute, text: string): string =>
  showAttribute(one, ["choices", "labels"].includes(one.type) ? [text] : valueOf(one, text)).text;

/** Describes a filter in words: "Weight: 5 kg to 10 kg". */
export const describeFilter = (one: Attribute, values: readonly string[]): string => {
  if (typeOf(one)?.filter !== "range") return texts.chip(one.label, values.map((text) => shown(one, text)).join(", "));
  const { from, to } = rangeOf(values);
  return texts.chip(
    one.label,
    describeRange({ from, to, isDays: one.type === "date" }, (end) => shown(one, end)),
  );
};

/** Returns the days in the address as the filter by {@link added} has them, which are whole days of this time zone. */
export const addedDays = ({ createdFrom, createdTo }: PetFilters): readonly string[] =>
  toRange({ from: dayOf(createdFrom), to: dayBefore(createdTo) });

/** @param days - The values of the filter for the day on which an animal was added, see {@link added}. */
export const addedWithin = (days: readonly string[]): Pick<PetFilters, "createdFrom" | "createdTo"> => {
  const { from, to } = rangeOf(days);
  return { createdFrom: firstMomentOf(from), createdTo: momentAfter(to) };
};

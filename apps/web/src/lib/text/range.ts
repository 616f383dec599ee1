import { t } from "../../texts";

const texts = t.pets.fieldFilters;

/** Describes a range in words: "5 kg to 10 kg", "from 5 kg" or "up to 10 kg". An end that is empty is open. */
export const describeRange = (from: string, to: string, show: (end: string) => string): string => {
  if (from === to) return show(from);
  if (to === "") return texts.atLeast(show(from));
  return from === "" ? texts.atMost(show(to)) : texts.range(show(from), show(to));
};

import { t } from "../../texts";

const texts = t.pets.fieldFilters;

/** Describes a range in words: "5 kg to 10 kg", "from 5 kg" or "up to 10 kg". An end that is empty is open. */
export const describeRange = (
  { from, to, isDays = false }: { readonly from: string; readonly to: string; readonly isDays?: boolean },
  show: (end: string) => string,
): string => {
  const words = isDays ? texts.days : texts;
  if (from === to) return show(from);
  if (to === "") return words.atLeast(show(from));
  return from === "" ? words.atMost(show(to)) : words.range(show(from), show(to));
};

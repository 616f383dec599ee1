import { formatNumber } from "../lib/format";
import { language } from "../lib/language";

const rules = new Intl.PluralRules(language);

/** `plural(1, "animal", "animals")` is "1 animal". */
export const plural = (count: number, one: string, other: string): string =>
  `${formatNumber(count)} ${rules.select(count) === "one" ? one : other}`;

type Text = string | ((...values: never[]) => string);
type Texts = { readonly [name: string]: Text | Texts };

const accents: Readonly<Record<string, string>> = { a: "á", e: "é", i: "í", o: "ó", u: "ú", A: "Á", E: "É", O: "Ó" };
const accented = (text: string) => text.replace(/[aeiouAEO]/g, (letter) => accents[letter] ?? letter);
const bracketed = (text: string) => `⟦${text}⟧`;

const pseudo = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      if (typeof text === "string") return [name, bracketed(accented(text))];
      if (typeof text === "function") return [name, (...values: never[]) => bracketed(text(...values))];
      return [name, pseudo(text)];
    }),
  );

/** `en-XA`, the pseudo-locale of browsers' testing tools: every text shows in ⟦brackets⟧, so one without is hard-coded. */
const isPseudoLocale = navigator.language === "en-XA";

/** Texts by name; one with a value in it is a function. */
export const catalogue = <const Given extends Texts>(texts: Given): Given =>
  (isPseudoLocale ? pseudo(texts) : texts) as Given;

const rules = new Intl.PluralRules("en");
let numbers: Intl.NumberFormat | undefined;

/** The format is made when it is first used: that takes the browser 20 ms. */
export const englishNumber = (value: number): string => (numbers ??= new Intl.NumberFormat("en")).format(value);

/** `plural(1, "animal", "animals")` is "1 animal". */
export const plural = (count: number, one: string, other: string): string =>
  `${englishNumber(count)} ${rules.select(count) === "one" ? one : other}`;

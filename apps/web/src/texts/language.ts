import type { Language } from "@petstore/contract/client";

/** The languages of the admin, each called by its own name. */
export const languages: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
};

const NAME = "language";

const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);

/** `de` of `de-AT`. */
const withoutRegion = (tag: string): string => tag.split("-", 1)[0]?.toLowerCase() ?? "";

/** The choice of the account that signed in here last; null follows the browser. */
export const readChosenLanguage = (): Language | null => {
  try {
    const chosen = localStorage.getItem(NAME) ?? "";
    return isLanguage(chosen) ? chosen : null;
  } catch {
    // Storage is off, or this is a test.
    return null;
  }
};

const languageOf = (chosen: Language | null): Language =>
  chosen ?? (navigator.languages ?? [navigator.language]).map(withoutRegion).find(isLanguage) ?? "en";

/** The language of this page, until it is loaded again. */
export const language = languageOf(readChosenLanguage());

/** `en-XA`, the pseudo-locale of browsers' testing tools, shows every text in ⟦brackets⟧. A text without them is hard-coded. */
export const isPseudoLocale = navigator.language === "en-XA";

/** What dates and numbers are written by: the browser's, with its region, if that is of the same language. */
export const locale = withoutRegion(navigator.language) === language && !isPseudoLocale ? navigator.language : language;

/** Remembers what the account has chosen. @returns whether the page has to be loaded again to show it */
export const rememberLanguage = (chosen: Language | null): boolean => {
  try {
    if (chosen === null) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, chosen);
    return languageOf(chosen) !== language;
  } catch {
    // The storage is off, so another page would not know the language either.
    return false;
  }
};

import type { Language } from "@petstore/contract/client";

/** The languages of the admin, each with its own name for itself. */
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

/**
 * Returns the language that was chosen by the account that signed in here last; null means the language of the browser.
 */
export const readChosenLanguage = (): Language | null => {
  try {
    const chosen = localStorage.getItem(NAME) ?? "";
    return isLanguage(chosen) ? chosen : null;
  } catch {
    // The storage is switched off, or this is a test.
    return null;
  }
};

const languageOf = (chosen: Language | null): Language =>
  chosen ?? (navigator.languages ?? [navigator.language]).map(withoutRegion).find(isLanguage) ?? "en";

/** The language of this page until it is loaded again. */
export const language = languageOf(readChosenLanguage());

/**
 * True for `en-XA`, the pseudo-locale of browsers' testing tools. It shows every text in ⟦brackets⟧, so a text without
 * them is hard-coded.
 */
export const isPseudoLocale = navigator.language === "en-XA";

/** The locale for dates and numbers: that of the browser, including its region, if it has the same language. */
export const locale = withoutRegion(navigator.language) === language && !isPseudoLocale ? navigator.language : language;

/** Remembers what the account has chosen. @returns whether the page has to be loaded again to show it */
export const rememberLanguage = (chosen: Language | null): boolean => {
  try {
    if (chosen === null) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, chosen);
    return languageOf(chosen) !== language;
  } catch {
    // The storage is switched off, so another page would not know the language either.
    return false;
  }
};

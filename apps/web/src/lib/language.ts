/** The languages of the admin, each called by its own name. */
export const languages = { en: "English" } as const;
export type Language = keyof typeof languages;

const NAME = "language";

export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);

/** `de` of `de-AT`. */
const withoutRegion = (tag: string): string => tag.split("-", 1)[0]?.toLowerCase() ?? "";

const readChosen = (): Language | undefined => {
  try {
    const chosen = localStorage.getItem(NAME) ?? "";
    return isLanguage(chosen) ? chosen : undefined;
  } catch {
    // Storage is off, or this is a test: the browser's languages apply.
    return undefined;
  }
};

/** The language of this page until it is loaded again: what the account chose, else the first of the browser's that there is. */
export const language: Language =
  readChosen() ?? (navigator.languages ?? [navigator.language]).map(withoutRegion).find(isLanguage) ?? "en";

/** Whether texts show as `en-XA`, the pseudo-locale of browsers' testing tools: in ⟦brackets⟧, so one without is hard-coded. */
export const isPseudoLocale = navigator.language === "en-XA";

/** What dates and numbers are written by: the browser's, with its region, if it is of the same language. */
export const locale: string =
  withoutRegion(navigator.language) === language && !isPseudoLocale ? navigator.language : language;

/** Remembers the language of the account in this browser. @returns whether the page has to be loaded again to be in it */
export const rememberLanguage = (chosen: Language | null): boolean => {
  try {
    if (chosen === null) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, chosen);
    return chosen !== null && chosen !== language;
  } catch {
    return false;
  }
};

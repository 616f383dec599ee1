import type { Language } from "@petstore/contract/client";
import type { t } from ".";
import { isPseudoLocale, language } from "./language";
import type { actions } from "./actions";
import { translate } from "./catalogue";
import type { customers } from "./customers";
import type { importing } from "./importing";
import type { rules } from "./rules";
import type { savedViews } from "./saved-views";

/** Every text of the admin. */
export type AllTexts = typeof t & {
  readonly actions: typeof actions;
  readonly customers: typeof customers;
  readonly importing: typeof importing;
  readonly rules: typeof rules;
  readonly savedViews: typeof savedViews;
};

const load: Readonly<Record<Exclude<Language, "en">, () => Promise<AllTexts>>> = {
  de: () => import("./de"),
  fr: () => import("./fr"),
  es: () => import("./es"),
};

/** Loads the texts of this page's language, unless they are the English ones. @throws if the network fails */
export const loadTranslation = async (): Promise<void> => {
  if (isPseudoLocale) translate((await import("./pseudo")).pseudo);
  if (language !== "en") {
    const texts = await load[language]();
    translate(() => texts);
  }
  document.documentElement.lang = language;
};

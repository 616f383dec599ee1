import type { t } from ".";
import { isPseudoLocale, type Language, language } from "../lib/language";
import type { actions } from "./actions";
import { translate, type Texts } from "./catalogue";
import type { customers } from "./customers";
import type { importing } from "./importing";

/** Every text of the admin. */
export type AllTexts = typeof t & {
  readonly actions: typeof actions;
  readonly customers: typeof customers;
  readonly importing: typeof importing;
};

const load: { readonly [Name in Language]?: () => Promise<{ readonly texts: AllTexts }> } = {};

/** Loads the texts of this page's language, unless they are the English ones. @throws if the network fails */
export const loadTranslation = async (): Promise<void> => {
  if (isPseudoLocale) translate((await import("./pseudo")).pseudo);
  const loaded = await load[language]?.();
  if (loaded !== undefined) translate(() => loaded.texts as Texts);
  document.documentElement.lang = language;
};

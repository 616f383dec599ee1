import type { Language } from "@petstore/contract/client";
import { translate } from "./catalogue";
import { isPseudoLocale, language } from "./page-language";
import type { AllTexts } from "./all-texts";

const load: Readonly<Record<Exclude<Language, "en">, () => Promise<AllTexts>>> = {
  de: () => import("./de"),
  fr: () => import("./fr"),
  es: () => import("./es"),
};

/** Loads the texts in the language of this page, unless it is English. @throws if the network fails */
export const loadTranslation = async (): Promise<void> => {
  if (isPseudoLocale) translate((await import("./pseudo")).pseudo);
  if (language !== "en") {
    const texts = await load[language]();
    translate(() => texts);
  }
  document.documentElement.lang = language;
};

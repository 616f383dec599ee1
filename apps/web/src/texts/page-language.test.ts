import { afterEach, beforeEach, expect, it, vi } from "vitest";

const kept = new Map<string, string>();

const load = async (languages: readonly string[], chosen?: string) => {
  vi.resetModules();
  if (chosen !== undefined) kept.set("language", chosen);
  vi.stubGlobal("navigator", { language: languages[0], languages });
  return import("./page-language");
};

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  // The next test file must not inherit the language of this one.
  vi.resetModules();
});

it.each([
  [["de-AT", "en"], undefined, "de", "de-AT"],
  [["it-IT", "fr-CA", "de"], undefined, "fr", "fr"],
  [["ja"], undefined, "en", "en"],
  [["en-GB"], "es", "es", "es"],
  [["es-MX"], "es", "es", "es-MX"],
  [["de"], "xx", "de", "de"],
  [["en-XA"], undefined, "en", "en"],
])(
  "in a browser with %j and the choice %j, it is %s, with dates and numbers of %s",
  async (tags, chosen, name, region) => {
    const { language, locale } = await load(tags, chosen);
    expect([language, locale]).toEqual([name, region]);
  },
);

it("is kept in the browser, and the page loads again only for another language", async () => {
  const { rememberLanguage, readChosenLanguage } = await load(["de-DE"]);
  expect([rememberLanguage(null), rememberLanguage("de"), readChosenLanguage()]).toEqual([false, false, "de"]);
  expect([rememberLanguage("fr"), readChosenLanguage()]).toEqual([true, "fr"]);
  expect([rememberLanguage(null), kept.size]).toEqual([false, 0]);
});

it("follows the browser where storage is off", async () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("It is off.");
    },
    setItem: () => {
      throw new Error("It is off.");
    },
  });
  const { language, rememberLanguage } = await load(["fr"]);
  expect([language, rememberLanguage("es")]).toEqual(["fr", false]);
});

import { errorCodes } from "@petstore/contract/routes";
import { describe, expect, it, onTestFinished, vi } from "vitest";

const translations = {
  de: () => import("../../texts/de"),
  fr: () => import("../../texts/fr"),
  es: () => import("../../texts/es"),
};

/** Opens a page in a language, with its texts. */
const pageIn = async (language: "en" | keyof typeof translations) => {
  vi.resetModules();
  vi.stubGlobal("navigator", { language, languages: [language] });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });
  const { translate } = await import("../../texts/catalogue");
  if (language !== "en") {
    const texts = await translations[language]();
    translate(() => texts);
  }
  const { ApiError } = await import("./api-error");
  const { failureText } = await import("./failure-text");
  return (code: string, status = 409) => failureText(new ApiError(code, "The service says it.", status));
};

describe("the sentence about a refusal", () => {
  it("is the service's own sentence on an English page", async () => {
    const show = await pageIn("en");
    expect(show("name_taken")).toEqual({ text: "The service says it.", isEnglish: true });
  });

  it.each(["de", "fr", "es"] as const)(
    "shows the text of its code in the language of the page, %s",
    async (language) => {
      const show = await pageIn(language);
      const english = Object.keys(errorCodes).filter((code) => show(code).isEnglish);
      expect(english).toEqual(["invalid_request", "reauthentication_required", "conflict", "in_use"]);
      expect(show("name_taken").text).not.toBe("The service says it.");
      expect(show("toString")).toEqual({ text: "The service says it.", isEnglish: true });
    },
  );
});

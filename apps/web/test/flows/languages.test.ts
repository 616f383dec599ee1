import { describe, expect } from "vitest";
import { findViolations } from "../support/axe.js";
import { hasBrowser, test } from "../support/browser.js";
import { createPerson, openAs } from "../support/people.js";

describe.skipIf(!hasBrowser)("the language of the admin", () => {
  test("is that of the browser until the account chooses a language for all browsers", async ({ open }) => {
    const person = await createPerson("manager", "Alex");
    const page = await openAs(open, person, "/account", { locale: "de-AT", width: 320, height: 700 });
    await page.getByRole("heading", { name: "Mein Konto" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole("button", { name: "Passwort ändern" }).click();
    expect(await page.getByText("Muss angegeben werden").getAttribute("lang")).toBeNull();
    await page.getByRole("combobox", { name: "Sprache", exact: true }).selectOption("fr");
    await page.getByRole("heading", { name: "Mon compte" }).waitFor();
    expect(await page.getByRole("combobox", { name: "Langue", exact: true }).inputValue()).toBe("fr");

    const elsewhere = await openAs(open, person, "/account", { locale: "en-GB" });
    await elsewhere.getByRole("heading", { name: "Mon compte" }).waitFor();
    await elsewhere.getByRole("combobox", { name: "Langue", exact: true }).selectOption("");
    await elsewhere.getByRole("heading", { name: "My account" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Mein Konto" }).waitFor();
  });

  test("is the browser's on the sign-in page, or else English", async ({ open }) => {
    const spanish = await open("/", { role: null, locale: "es-MX" });
    await spanish.getByRole("button", { name: "Iniciar sesión", exact: true }).waitFor();
    const japanese = await open("/", { role: null, locale: "ja-JP" });
    await japanese.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(await japanese.evaluate(() => document.documentElement.lang)).toBe("en");
  });
});

import type { Today } from "@petstore/contract/client";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { t as en } from "../../src/texts/index.js";
import * as de from "../../src/texts/de/index.js";
import * as es from "../../src/texts/es/index.js";
import * as fr from "../../src/texts/fr/index.js";
import { hasBrowser, test } from "../support/browser.js";
import { findProblemsOfScenes, scenesWithLongTexts } from "../support/long-texts.js";
import { addPets, address } from "../support/pet-list.js";

// The narrowest width of each layout. test/proofs/widths.proof.ts checks the dialogs too, and every width from 320 to
// 1,920 px in steps of 40.
const edges = [320, 640, 768, 960, 1024, 1120, 1184, 1280, 1920];

/** Fakes the answer of Today for a store with a million animals. */
const showMillion = (page: Page) =>
  page.route("**/v1/today?*", async (route) => {
    const response = await route.fetch();
    const today = (await response.json()) as Today;
    const counts = { available: 345_678, pending: 345_678, sold: 345_678 };
    const [first, ...others] = today.inventory.byCategory;
    const byCategory = [...(first === undefined ? [] : [{ ...first, ...counts }]), ...others];
    await route.fulfill({ response, json: { ...today, inventory: { byStatus: counts, byCategory } } });
  });

describe.skipIf(!hasBrowser)("every page with long texts", () => {
  // German has the longest words. `LOCALE=fr` tests another language.
  const other = process.env["LOCALE"] ?? "de";
  test.for([
    ["en-GB", en],
    [other, { de, es, fr }[other] ?? de],
  ] as const)(
    "cuts no text, scrolls never sideways, covers no focus, in %s",
    async ([locale, texts], { open, api }) => {
      const scenes = await scenesWithLongTexts(api, texts.pets.select.page);
      const page = await open("/account", { locale });
      await showMillion(page);
      expect(await findProblemsOfScenes(page, scenes, { texts: edges, focus: [320, 800] })).toEqual([]);
    },
  );

  test.for([
    ["/animals", "section"],
    ["/orders?view=list", "nav"],
    ["/history", "section"],
  ] as const)("keeps the filters of %s on one line at 1280 px in German", async ([path, filters], { open }) => {
    const page = await open(path, { locale: "de-DE", width: 1280, height: 800 });
    const [box] = [page.getByRole("main").locator(filters).first()];
    await box.waitFor();
    const bar = filters === "nav" ? box.locator("xpath=..") : box;
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(40);
  });

  test("keeps the selection bar one line high, with all of its buttons", async ({ open, api }) => {
    // More animals match than fit on the page, so the bar offers to select all of them.
    const { name } = await addPets(api, 51);
    const page = await open(address(name), { width: 960 });
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByText("50 selected").waitFor();
    const bar = page.locator("[data-selection-bar]");
    await bar.getByRole("button", { name: "Actions" }).waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    await bar.getByRole("button", { name: "Change category" }).waitFor();
    const buttons = await bar.locator("xpath=..").getByRole("button").all();
    const heights = await Promise.all(buttons.map(async (button) => (await button.boundingBox())?.height));
    expect(heights).toEqual([36, 36, 36, 36, 36, 36, 36]);
  });
});

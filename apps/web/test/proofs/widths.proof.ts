import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hasBrowser, test } from "../support/browser.js";
import { findProblemsOfScenes, scenesWithLongTexts } from "../support/long-texts.js";

const widths = Array.from({ length: 41 }, (_, at) => 320 + at * 40);

const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();

// A table of the import scrolls sideways in its own box, because a file may have any number of columns.
const dialogs = [
  { path: "/animals?new=true", act: (page: Page) => page.getByRole("dialog").waitFor() },
  { path: "/orders?new=true", act: (page: Page) => page.getByRole("dialog").waitFor() },
  { path: "/customers?new=true", act: (page: Page) => page.getByRole("dialog").waitFor() },
  { path: "/categories?new=true", act: (page: Page) => page.getByRole("dialog").waitFor() },
  { path: "/categories", act: press(/^Merge Norwegian/) },
  { path: "/keys", act: press("New key") },
  { path: "/staff", act: press("New account") },
  { path: "/staff?searchValue=maximiliane", act: (page: Page) => page.locator("[data-row] a").first().click() },
  { path: "/account", act: press("Search and commands") },
  { path: "/account", act: (page: Page) => page.keyboard.press("?") },
  { path: "/nowhere" },
];

describe.skipIf(!hasBrowser)("from 320 to 1,920 px in steps of 40, no text is cut and no focus covered", () => {
  test("on the pages", async ({ open, api }) => {
    const scenes = await scenesWithLongTexts(api);
    const page = await open("/account");
    const focus = [320, 480, 640, 800, 1280];
    expect(await findProblemsOfScenes(page, scenes, { texts: widths, focus })).toEqual([]);
  });

  test("in the dialogs", async ({ open, api }) => {
    await scenesWithLongTexts(api);
    const page = await open("/account");
    expect(await findProblemsOfScenes(page, dialogs, { texts: widths, focus: [320, 800] })).toEqual([]);
  });
});

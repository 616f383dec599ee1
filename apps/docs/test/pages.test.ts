import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { findViolations } from "../../web/test/support/axe.js";
import { hasBrowser, test } from "./support/browser.js";
import { pagePaths } from "./support/pages.js";

const openEverything = (page: Page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });

/** How far the page can be scrolled sideways, in pixels. */
const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

type Look = { readonly width: number; readonly theme: "light" | "dark" };

const looks: readonly Look[] = [1440, 390].flatMap((width) =>
  (["light", "dark"] as const).map((theme) => ({ width, theme })),
);
/** Both widths and both themes; `npm run prove` looks at all four. */
const shortLooks = [looks[0], looks[3]].filter((look) => look !== undefined);
const wanted = process.env["PROOFS"] === "full" ? looks : shortLooks;

describe.skipIf(!hasBrowser).concurrent("every page", () => {
  test.for(pagePaths)("%s has no violation of WCAG 2.2 AA, in both themes, wide and narrow", async (path, { open }) => {
    const page = await open(path);
    await openEverything(page);
    for (const { width, theme } of wanted) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: theme });
      expect(await findViolations(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await sidewaysScroll(page)).toBe(0);
  });
});

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

const looks = [
  { width: 1440, theme: "light" },
  { width: 390, theme: "dark" },
  { width: 1440, theme: "dark" },
  { width: 390, theme: "light" },
] as const;
/** Both widths and both themes; `pnpm prove` looks at all four. */
const wanted = process.env["PROOFS"] === "full" ? looks : looks.slice(0, 2);

describe.skipIf(!hasBrowser).concurrent("every page", () => {
  // One tab for all pages: a new one for each, with axe to parse, would take three times as long.
  test.for(wanted)(
    "has no violation of WCAG 2.2 AA at $width px in the $theme theme",
    { timeout: 180_000 },
    async (look, { open }) => {
      const page = await open("/docs", look);
      const violations: string[] = [];
      for (const path of pagePaths) {
        await page.goto(path);
        await openEverything(page);
        violations.push(...(await findViolations(page)).map((violation) => `${path}: ${violation}`));
      }
      expect(violations).toEqual([]);
    },
  );

  test("fits a window of 320 px", async ({ open }) => {
    const page = await open("/docs", { width: 320 });
    const tooWide: string[] = [];
    for (const path of pagePaths) {
      await page.goto(path);
      await openEverything(page);
      if ((await sidewaysScroll(page)) > 0) tooWide.push(path);
    }
    expect(tooWide).toEqual([]);
  });
});

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { findViolations } from "../../web/test/support/axe.js";
import { hasBrowser, test } from "./support/browser.js";
import { pagePaths } from "./support/pages.js";

const openEverything = (page: Page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });

/** Returns how far the page can be scrolled horizontally, in pixels. */
const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const looks = [
  { width: 1440, theme: "light" },
  { width: 390, theme: "dark" },
  { width: 1440, theme: "dark" },
  { width: 390, theme: "light" },
] as const;
/** `pnpm prove` checks both widths in both themes, and other runs only the first two combinations. */
const wanted = process.env["PROOFS"] === "full" ? looks : looks.slice(0, 2);

/**
 * Two tabs use two processors. A new tab for each page, which would have to parse axe, would take three times as long.
 */
const tabs = [0, 1];

describe.skipIf(!hasBrowser)("the feed of the changelog", () => {
  test("is well-formed XML in which each entry has what Atom requires (RFC 4287)", async ({ open }) => {
    const page = await open("/docs/changelog");
    const text = await (await fetch(new URL("/docs/changelog.atom", page.url()))).text();
    // The policy of the pages for developers lets no script parse a text.
    await page.goto("about:blank");
    const entries = await page.evaluate((text) => {
      const feed = new DOMParser().parseFromString(text, "application/xml");
      const namespace = "http://www.w3.org/2005/Atom";
      return [...feed.getElementsByTagNameNS(namespace, "entry")].map((entry) =>
        ["id", "title", "updated", "content"].map((name) => entry.getElementsByTagNameNS(namespace, name).length),
      );
    }, text);
    expect(entries).not.toEqual([]);
    expect(entries.filter((counts) => counts.some((count) => count !== 1))).toEqual([]);
  });
});

describe.skipIf(!hasBrowser).concurrent("every page", () => {
  test.for(tabs)(
    "has no violation of WCAG 2.2 AA, and fits 320 px (half %i)",
    { timeout: 400_000 },
    async (half, { open }) => {
      const page = await open("/docs");
      const paths = pagePaths.filter((_, at) => at % tabs.length === half);
      const problems: string[] = [];
      for (const path of paths) {
        await page.goto(path);
        await openEverything(page);
        for (const { width, theme } of wanted) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme: theme });
          const violations = await findViolations(page);
          problems.push(...violations.map((violation) => `${path}, ${width} px, ${theme}: ${violation}`));
        }
        await page.setViewportSize({ width: 320, height: 900 });
        if ((await sidewaysScroll(page)) > 0) problems.push(`${path} is wider than 320 px`);
      }
      expect(problems).toEqual([]);
    },
  );
});

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type Axe from "axe-core";
import type { Result, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const run = async (page: Page, runOnly: NonNullable<RunOptions["runOnly"]>): Promise<readonly string[]> => {
  // Playwright's `evaluate` is not subject to the page's CSP.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  const violations = await page.evaluate(async (only): Promise<readonly Result[]> => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    return (await axe.run({ runOnly: only, resultTypes: ["violations"] })).violations;
  }, runOnly);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary}`),
  );
};

/** Returns what axe finds against WCAG 2.2 A and AA and against its best practices, one line each. */
export const findViolations = (page: Page): Promise<readonly string[]> => run(page, tags);

/** Returns only the problems that depend on colours. */
export const findLowContrasts = (page: Page): Promise<readonly string[]> =>
  run(page, { type: "rule", values: ["color-contrast", "link-in-text-block"] });

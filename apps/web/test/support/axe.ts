import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Violation = { readonly id: string; readonly help: string; readonly nodes: readonly { readonly html: string }[] };

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds against WCAG 2.2 A and AA and its best practices, one line each. */
export const findViolations = async (page: Page): Promise<readonly string[]> => {
  // Playwright evaluates outside of the page's CSP.
  await page.evaluate(source);
  const violations = await page.evaluate(async (runOnly): Promise<readonly Violation[]> => {
    const { axe } = globalThis as unknown as {
      axe: { run: (options: unknown) => Promise<{ violations: readonly Violation[] }> };
    };
    return (await axe.run({ runOnly, resultTypes: ["violations"] })).violations;
  }, tags);
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 300)}`));
};

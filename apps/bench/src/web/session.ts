import type { Browser, Page } from "playwright-core";
import { controlsOf } from "./controls.js";
import { waitForRows, withPage } from "./open-page.js";
import { LIST_ROW, type Site } from "./sites.js";

export type SessionTimes = {
  readonly steps: number;
  /** The number of all clicks and keys, including those below 16 ms. */
  readonly interactions: number;
  readonly worstMs: number;
  /** Interaction to Next Paint: the slowest interaction, after one in fifty has been left out. */
  readonly inpMs: number;
  /** The longest duration of each kind of step. */
  readonly worstByStep: Readonly<Record<string, number>>;
};

type Step = readonly [name: string, run: () => Promise<void>];

/** Returns one round of what staff do with the list. The session repeats it. */
const stepsOf = (page: Page): readonly Step[] => {
  const controls = controlsOf(page);
  return [
    ["next page", controls.nextPage],
    ["select", () => controls.select(2)],
    ["select", () => controls.select(4)],
    ["select nothing", () => controls.press("Escape")],
    ["open the drawer", () => controls.openDrawer(6)],
    ["close the drawer", controls.closeDrawer],
    ["filter", () => controls.status("Available")],
    ["next row", () => controls.press("j")],
    ["select by key", () => controls.press("x")],
    ["filter", () => controls.status("Sold")],
    ["next page by key", () => controls.press("]")],
    ["sort", () => controls.sort("Name")],
    ["next page", controls.nextPage],
    ["previous page", controls.previousPage],
    ["search", () => controls.search("Luna")],
    ["open the drawer", () => controls.openDrawer(1)],
    ["close the drawer", controls.closeDrawer],
    ["clear the filters", controls.clearFilters],
    ["sort", () => controls.sort("Number")],
    ["next page by key", () => controls.press("]")],
  ];
};

/**
 * How long a person looks at the page before the next step. The performance entries of the previous step arrive during
 * this time.
 */
const LOOK_MS = 300;
const ALLOWED_OUTLIERS = 1 / 50;

const readInteractions = (page: Page) =>
  page.evaluate(() => ({
    durations: { ...window.benchProbe.interactions },
    count: (performance as Performance & { readonly interactionCount: number }).interactionCount,
  }));

export const measureSession = (browser: Browser, site: Site, steps: number): Promise<SessionTimes> =>
  withPage(browser, site, async (open) => {
    const { page } = open;
    await waitForRows(open);
    const round = stepsOf(page);
    const worstByStep: Record<string, number> = {};
    let seen = new Set<string>();
    for (let at = 0; at < steps; at += 1) {
      const [name, run] = round[at % round.length] as Step;
      try {
        await run();
      } catch (error) {
        throw new Error(`Step ${at + 1} of the session, "${name}", failed.`, { cause: error });
      }
      await page.locator(LIST_ROW).first().waitFor();
      await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
      await page.waitForTimeout(LOOK_MS);
      const { durations } = await readInteractions(page);
      const fresh = Object.entries(durations).filter(([id]) => !seen.has(id));
      worstByStep[name] = Math.max(worstByStep[name] ?? 0, ...fresh.map(([, duration]) => duration));
      seen = new Set(Object.keys(durations));
    }
    const { durations, count } = await readInteractions(page);
    const sorted = Object.values(durations).toSorted((a, b) => b - a);
    return {
      steps,
      interactions: count,
      worstMs: sorted[0] ?? 0,
      inpMs: sorted[Math.floor(count * ALLOWED_OUTLIERS)] ?? 16,
      worstByStep,
    };
  });

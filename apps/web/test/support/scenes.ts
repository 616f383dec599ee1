import type { Page, Route } from "playwright-core";
import { findLowContrasts, findViolations } from "./axe.js";
import { accented, findUntranslated, showEnglish } from "./pseudo.js";

/** A state of a page that a test can show. */
export type Scene = {
  readonly name: string;
  readonly path: string;
  /** How the service answers requests for data. */
  readonly answers?: "all" | "none" | "nothing" | "failures";
  /** Brings the loaded page to what the scene shows. */
  readonly act?: (page: Page) => Promise<unknown>;
};

const provoked = [/status of (500|40[0-9])/, /dynamically imported module/, /net::ERR_/];

/** How to open a page that shows scenes, including failures. */
export const opening = { role: "owner", locale: "en-XA", allow: provoked } as const;

/** Presses the first button with this name of the catalogue. */
export const press = (name: string) => (page: Page) =>
  page
    .getByRole("button", { name: accented(name) })
    .first()
    .click();

export const statesOf = (path: string): readonly Scene[] => [
  { name: "loading", path, answers: "none" },
  { name: "empty", path, answers: "nothing" },
  { name: "failed", path, answers: "failures" },
];

const data = /\/v1\/|\/auth\/(list-sessions|two-factor$|passkeys$|admin\/list)/;

/** Empties lists, including those inside the answer of Today. */
const emptied = (body: unknown): unknown => {
  if (Array.isArray(body)) return [];
  if (typeof body !== "object" || body === null || !("added" in body)) return body;
  const none = { count: 0, hasMore: false };
  const lists = Object.entries(body).map(([name, part]) => [name, Array.isArray(part) ? [] : part]);
  return { ...Object.fromEntries(lists), orders: { placed: none, approved: none, oldest: [] } };
};

const toNothing = async (route: Route) => {
  const response = await route.fetch();
  await route.fulfill({ response, json: emptied(await response.json()) });
};

const toFailure = (route: Route) =>
  route.fulfill({
    status: 500,
    headers: { "x-request-id": "0b7a1e6c-test" },
    json: { code: "internal_error", message: "The service failed.", status: 500 },
  });

const handlers = {
  none: async () => undefined,
  nothing: toNothing,
  failures: toFailure,
} as const;

/** Finds the elements that are loading, in the pseudo-locale, in English and in German. */
const LOADING = '[aria-label="⟦Lóádíng…⟧"], [aria-label="Loading…"], [aria-label^="Wird geladen"]';

/** Waits two frames, after which the effects of a media query or a new size have been drawn. */
const frames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

const settle = async (page: Page, answers: Scene["answers"]) => {
  await page.locator("h1").first().waitFor({ state: "attached" });
  if (answers === "none") return page.locator(LOADING).first().waitFor({ state: "attached" });
  if (answers === "failures") return page.locator("[role=alert]").first().waitFor();
  return page.waitForFunction((loading) => document.querySelector(loading) === null, LOADING);
};

/**
 * Opens the path with the given answers, and brings the page to the state that the scene shows. @public
 * scripts/screenshots.mjs uses it.
 */
export const showScene = async (page: Page, { path, answers = "all", act }: Scene) => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  if (answers !== "all") await page.route((url) => data.test(url.pathname), handlers[answers]);
  await page.goto(path);
  await settle(page, answers);
  await act?.(page);
  await frames(page);
};

const overflowOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll("main *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth,
    );
    return [`scrolls sideways: ${scrollWidth} px in ${clientWidth} px: ${wide[0]?.outerHTML.slice(0, 200)}`];
  });

const findViolationsInEnglish = async (page: Page): Promise<readonly string[]> => {
  await showEnglish(page);
  const found = await findViolations(page);
  if (found.length === 0) return found;
  // A list that was refreshed in the meantime is in the pseudo-locale again.
  await showEnglish(page);
  return findViolations(page);
};

/**
 * Shows a scene and returns its problems: axe at 1440 and 390 px, contrast in the dark theme too, sideways scrolling at
 * 320 px, and texts from no catalogue. The page must have the locale `en-XA`.
 */
const findProblems = async (page: Page, scene: Scene): Promise<readonly string[]> => {
  await showScene(page, scene);
  const found: string[] = [];
  const note = (where: string, problems: readonly string[]) =>
    found.push(...problems.map((problem) => `${scene.name} (${where}): ${problem}`));

  note("1440 px", await findUntranslated(page));
  await page.setViewportSize({ width: 390, height: 844 });
  await frames(page);
  note("390 px", await findUntranslated(page));
  note("390 px", await findViolationsInEnglish(page));
  await page.setViewportSize({ width: 320, height: 640 });
  await frames(page);
  note("320 px", await overflowOf(page));
  await page.setViewportSize({ width: 1440, height: 900 });
  await frames(page);
  note("1440 px", await findViolationsInEnglish(page));
  await page.emulateMedia({ colorScheme: "dark" });
  await frames(page);
  note("1440 px, dark", await findLowContrasts(page));
  await page.setViewportSize({ width: 390, height: 844 });
  await frames(page);
  note("390 px, dark", await findLowContrasts(page));
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
  return found;
};

export const findAllProblems = async (page: Page, scenes: readonly Scene[]): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const scene of scenes) {
    // One page shows all scenes, one after the other.
    // oxlint-disable-next-line no-await-in-loop
    found.push(...(await findProblems(page, scene)));
  }
  return found;
};

import type { Browser, CDPSession, Page } from "playwright-core";
import { installProbe } from "./probe.js";
import { LIST_PATH, LIST_ROW, type Site } from "./sites.js";

const PAGE_ROWS = 50;
const SLOWDOWN = 4;
const WITHIN_MS = 60_000;
const QUIET_MS = 1_000;

export type OpenPage = { readonly page: Page; readonly devtools: CDPSession };

type OpenOptions = { readonly path?: string; readonly isSignedIn?: boolean };

/** Opens a page in a new context without cached files, with the processor slowed down by a factor of four. */
export const withPage = async <Result>(
  browser: Browser,
  site: Site,
  work: (open: OpenPage) => Promise<Result>,
  { path = LIST_PATH, isSignedIn = true }: OpenOptions = {},
): Promise<Result> => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
  });
  try {
    if (isSignedIn) {
      await context.addCookies(site.cookies.map((cookie) => ({ ...cookie, url: site.address })));
      // The admin sets this value when a person signs in.
      await context.addInitScript(() => localStorage.setItem("signed-in", "true"));
    }
    await context.addInitScript(installProbe, { row: LIST_ROW, count: PAGE_ROWS });
    const page = await context.newPage();
    page.setDefaultTimeout(WITHIN_MS);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    await page.goto(`${site.address}${path}`, { waitUntil: "commit" });
    return await work({ page, devtools });
  } finally {
    await context.close();
  }
};

/**
 * Waits until no request has ended for a second. The network is never completely idle, because the admin keeps a stream
 * of events open.
 */
const waitUntilQuiet = async (page: Page): Promise<void> => {
  const countRequests = () => page.evaluate(() => performance.getEntriesByType("resource").length);
  let before: number;
  let now = await countRequests();
  do {
    await page.waitForTimeout(QUIET_MS);
    before = now;
    now = await countRequests();
  } while (now > before);
};

/** Waits until the animals are shown and nothing is loading. */
export const waitForRows = async ({ page }: OpenPage): Promise<void> => {
  await page.waitForFunction(() => window.benchProbe.rowsAtMs > 0, undefined, { polling: 50 });
  await waitUntilQuiet(page);
};

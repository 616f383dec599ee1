import type { Browser } from "playwright-core";
import { type OpenPage, waitForRows, withPage } from "./open-page.js";
import type { Site } from "./sites.js";

/** The size, compressed with gzip, of what is loaded before a page is shown. */
export type Sizes = { readonly scriptKb: number; readonly cssKb: number; readonly files: number };

const gzipBytes = async (url: string): Promise<number> => {
  const headers = { accept: "text/html, */*", "accept-encoding": "gzip" };
  // The response to HEAD has the Content-Length of the compressed form.
  const response = await fetch(url, { method: "HEAD", headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return Number(response.headers.get("content-length"));
};

/** Returns the page itself and all files whose loading began before the page showed its content. */
const urlsBefore = (page: OpenPage["page"], atMs: number) =>
  page.evaluate((atMs) => {
    const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    return entries.filter(({ startTime }) => startTime <= atMs).map(({ name }) => name);
  }, atMs);

/** Responses of the API and photos of animals are content, and not part of the admin. */
const isFile = (url: string) => !/^\/(v1|auth|media)\//.test(new URL(url).pathname) && url.startsWith("http");

const sizesOf = async (urls: readonly string[]): Promise<Sizes> => {
  const files = [...new Set(urls.filter(isFile))];
  const kbOf = async (extension: string) => {
    const sizes = files.filter((url) => new URL(url).pathname.endsWith(extension)).map(gzipBytes);
    return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0) / 1000;
  };
  return { scriptKb: await kbOf(".js"), cssKb: await kbOf(".css"), files: files.length };
};

export const measureListSizes = (browser: Browser, site: Site): Promise<Sizes> =>
  withPage(browser, site, async (open) => {
    await waitForRows(open);
    const rowsThereAtMs = await open.page.evaluate(() => window.benchProbe.rowsThereAtMs);
    return sizesOf(await urlsBefore(open.page, rowsThereAtMs));
  });

export const measureSignInSizes = (browser: Browser, site: Site): Promise<Sizes> =>
  withPage(
    browser,
    site,
    async ({ page }) => {
      await page.locator("input[type=password]").waitFor();
      const thereAtMs = await page.evaluate(() => performance.now());
      return sizesOf(await urlsBefore(page, thereAtMs));
    },
    { isSignedIn: false },
  );

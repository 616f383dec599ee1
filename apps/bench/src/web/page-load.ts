import type { Browser } from "playwright-core";
import { type OpenPage, waitForRows, withPage } from "./open-page.js";
import type { Site } from "./sites.js";

export type PageLoad = { readonly rowsMs: number; readonly lcpMs: number; readonly heapMb: number };

const readHeapMb = async ({ devtools }: OpenPage): Promise<number> => {
  // The second garbage collection releases what the finalizers of the first freed.
  for (let times = 0; times < 2; times += 1) await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return usedSize / 1024 ** 2;
};

/** Opens the list once without cached files. */
export const measurePageLoad = (browser: Browser, site: Site): Promise<PageLoad> =>
  withPage(browser, site, async (open) => {
    await waitForRows(open);
    const { rowsAtMs, lcpMs } = await open.page.evaluate(() => {
      const { rowsAtMs, lcpMs } = window.benchProbe;
      return { rowsAtMs, lcpMs };
    });
    return { rowsMs: rowsAtMs, lcpMs, heapMb: await readHeapMb(open) };
  });

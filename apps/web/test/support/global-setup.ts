import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { findChromium } from "./chromium.js";
import { startService } from "./service.js";
import { createStaff, type Staff } from "./staff.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the one browser of all tests listens; undefined without Chromium. */
    browser: string | undefined;
    address: string;
    /** The folder of the service: its PostgreSQL listens there. */
    dataDir: string;
    staff: Staff;
  }
}

// Each window would run a renderer for the popup of its address bar, and one to spare: a third of the processor time. The
// first four are those of Playwright's own list, which this one replaces, that pages can notice.
const unusedFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "HttpsUpgrades",
  "PaintHolding",
  "OptimizationHints",
  "SpareRendererForSitePerProcess",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxPopup",
];

const browserArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  `--disable-features=${unusedFeatures.join(",")}`,
];

/** One service with the built admin, one browser and one account of each role for all tests. */
export default async ({ provide }: TestProject) => {
  const executablePath = findChromium();
  provide("browser", undefined);
  if (executablePath === undefined) return undefined;

  const service = await startService();
  try {
    const staff = await createStaff(service);
    const browser = await chromium.launchServer({
      executablePath,
      args: browserArguments,
    });
    provide("address", service.address);
    provide("dataDir", service.dataDir);
    provide("staff", staff);
    provide("browser", browser.wsEndpoint());
    return async () => {
      await browser.close();
      await service.stop();
    };
  } catch (error) {
    await service.stop();
    throw error;
  }
};

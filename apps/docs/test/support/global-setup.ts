import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { findChromium } from "../../../web/test/support/chromium.js";
import { startService } from "../../../web/test/support/service.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** The address at which the browser listens; undefined without Chromium. */
    docsBrowser: string | undefined;
    docsAddress: string;
    /** A key of scope `admin`. */
    docsKey: string;
  }
}

/** Starts one service with the built pages, and one browser if Chromium is installed. */
export default async ({ provide }: TestProject) => {
  const executablePath = findChromium();
  const [service, browser] = await Promise.all([
    // The limit is low enough for guides that show how much of it is left. The service may send webhooks to this
    // machine.
    startService({ WEB_DIR: "none", RATE_LIMIT: "6000", WEBHOOK_ALLOW: "127.0.0.0/8" }),
    executablePath &&
      chromium.launchServer({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] }),
  ]);
  provide("docsAddress", service.address);
  provide("docsKey", service.key);
  provide("docsBrowser", browser ? browser.wsEndpoint() : undefined);
  return async () => {
    await Promise.all([browser && browser.close(), service.stop()]);
  };
};

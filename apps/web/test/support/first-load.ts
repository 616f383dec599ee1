import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import type { StoreSettings } from "../../src/lib/store/store-settings.js";
import type { Cookie } from "./staff.js";

type Load = { readonly line: string; bytes: number };

/** What a browser with an empty cache needs for a page, until the page is idle. */
export type FirstLoad = {
  readonly requests: readonly Readonly<Load>[];
  /** The bytes over the wire, with the headers of the answers. */
  readonly bytes: number;
  /** The time until the largest text or image was painted, in milliseconds. */
  readonly largestPaintMs: number;
  /** The text of that element, or the address of the image. */
  readonly largest: string;
  /** How long tasks kept the page from reacting, in milliseconds: what is above 50 of each. */
  readonly blockedMs: number;
  /** The cumulative layout shift. */
  readonly shift: number;
  /** The elements that have moved. */
  readonly moved: readonly string[];
};

/** A line of 400 kbit/s, as the DevTools emulate it. */
const slowLine = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** How long no request may start or end before the page counts as idle. The admin waits for idle moments of 100 ms. */
const IDLE_MS = 2_500;

const PATIENCE_MS = 60_000;

type Seen = { largestPaintMs: number; largest: string; blockedMs: number; shift: number; moved: string[] };

declare global {
  interface Window {
    firstLoad: Seen;
  }
}

/** Runs in the page before everything else. */
const observe = () => {
  const seen: Seen = { largestPaintMs: 0, largest: "", blockedMs: 0, shift: 0, moved: [] };
  window.firstLoad = seen;
  type Paint = PerformanceEntry & { readonly element: Element | null; readonly url: string };
  type Shift = PerformanceEntry & {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly { readonly node: Node | null }[];
  };
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.tagName} ${node.textContent.slice(0, 40)}` : (node?.nodeName ?? "");
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Paint[]) {
      seen.largestPaintMs = entry.startTime;
      seen.largest = entry.url === "" ? nameOf(entry.element) : entry.url;
    }
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (entry.hadRecentInput) continue;
      seen.shift += entry.value;
      seen.moved.push(...entry.sources.map(({ node }) => nameOf(node)));
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blockedMs += Math.max(0, duration - 50);
  }).observe({ type: "longtask", buffered: true });
};

const isFeed = (line: string) => line.includes("/v1/events?") && !line.includes("wait=0");

/** Records each request. The one that waits for events has no answer while the page is idle, so it is not waited for. */
const watch = async (cdp: CDPSession, address: string) => {
  const requests = new Map<string, Load>();
  const inFlight = new Set<string>();
  let changedAt = performance.now();
  await cdp.send("Network.enable");
  cdp.on("Network.requestWillBeSent", ({ requestId, request: { method, url } }) => {
    if (!url.startsWith(address)) return;
    const line = `${method} ${url.slice(address.length)}`;
    requests.set(requestId, { line, bytes: 0 });
    if (!isFeed(line)) inFlight.add(requestId);
    changedAt = performance.now();
  });
  const end = (requestId: string, bytes: number) => {
    const request = requests.get(requestId);
    if (request !== undefined) request.bytes = bytes;
    inFlight.delete(requestId);
    changedAt = performance.now();
  };
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => end(requestId, encodedDataLength));
  cdp.on("Network.loadingFailed", ({ requestId }) => end(requestId, 0));
  return {
    all: () => [...requests.values()],
    waitsFor: () => [...inFlight].map((id) => requests.get(id)?.line),
    isIdle: () => inFlight.size === 0 && performance.now() - changedAt > IDLE_MS,
  };
};

const untilIdle = async (
  page: Page,
  { isIdle, waitsFor }: { isIdle: () => boolean; waitsFor: () => unknown },
): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS;
  while (!isIdle()) {
    if (performance.now() > deadline) throw new Error(`The page is still waiting for ${JSON.stringify(waitsFor())}.`);
    // The page is asked again and again.
    // oxlint-disable-next-line no-await-in-loop
    await page.waitForTimeout(100);
  }
};

/** The store's settings, as a browser keeps them. Without one of them, the page asks for all at once. */
const store: StoreSettings = {
  name: null,
  address: null,
  logo: null,
  timeZone: null,
  currency: null,
  statusNames: { available: null, pending: null, sold: null },
};

const remember = (settings: string) => {
  localStorage.setItem("signed-in", "1");
  localStorage.setItem("first-day-hidden", "true");
  localStorage.setItem("store", settings);
};

/** Opens a browser with an empty cache, whose storage knows of the session and of the store. */
export const openSignedIn = async (
  browser: Browser,
  { address, cookies }: { readonly address: string; readonly cookies: readonly Cookie[] },
): Promise<BrowserContext> => {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ baseURL: address, locale: "en-GB", viewport });
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: address })));
  if (cookies.length > 0) await context.addInitScript(remember, JSON.stringify(store));
  return context;
};

type Options = {
  readonly address: string;
  readonly cookies: readonly Cookie[];
  readonly path: string;
  /** The delay of each request on a line of 400 kbit/s, in milliseconds; the line is not slowed down by default. */
  readonly latencyMs?: number;
  /** How many times slower the processor is. */
  readonly throttling?: number;
};

/**
 * Loads a page as a person does who is signed in to this browser, for example in the morning after a deploy: the
 * cache is empty, and the storage knows of the session and of the store.
 */
export const measureFirstLoad = async (browser: Browser, options: Options): Promise<FirstLoad> => {
  const { address, path, latencyMs, throttling = 1 } = options;
  const context = await openSignedIn(browser, options);
  try {
    await context.addInitScript(observe);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const traffic = await watch(cdp, address);
    if (latencyMs !== undefined) {
      await cdp.send("Network.emulateNetworkConditions", { ...slowLine, latency: latencyMs });
    }
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: throttling });
    await page.goto(path, { timeout: PATIENCE_MS });
    await page.locator("h1").first().waitFor({ timeout: PATIENCE_MS });
    await untilIdle(page, traffic);
    const requests = traffic.all();
    const seen = await page.evaluate(() => window.firstLoad);
    return { ...seen, requests, bytes: requests.reduce((sum, { bytes }) => sum + bytes, 0) };
  } finally {
    await context.close();
  }
};

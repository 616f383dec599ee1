// Measures the first page, signed in and signed out, with an empty cache, and the response to a key or a click in a
// long list: `npx --yes pnpm --filter @petstore/web speed`. Bytes and requests are exact. Times depend on this machine
// and on what else it does. `… speed 100000` fills the store with that many animals. WEB_DIR names another build, to
// compare.
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { runnerImport } from "vite";
import { importAnimals } from "./sample-store.mjs";

const load = async (name) =>
  (await runnerImport(fileURLToPath(new URL(`../test/support/${name}`, import.meta.url)))).module;
const { findChromium } = await load("chromium.ts");
const { startService } = await load("service.ts");
const { createStaff } = await load("staff.ts");

const RUNS = 5;
const ANIMALS = Number(process.argv[2] ?? 20_000);
const SETTLED_MS = 1_500;

/** This function runs in the page before everything else. */
const observe = () => {
  window.speed = { blocked: 0, longest: 0, shownAt: undefined };
  // The page is complete when its heading is shown and there is no placeholder left.
  const look = () => {
    const isShown = document.querySelector("h1") !== null;
    if (isShown && document.querySelector("[data-loading], .animate-pulse") === null) {
      window.speed.shownAt = performance.timeOrigin + performance.now();
    } else requestAnimationFrame(look);
  };
  look();
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.speed.blocked += Math.max(0, duration - 50);
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries()) {
      if (interactionId > 0) window.speed.longest = Math.max(window.speed.longest, duration);
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
};

const kindOf = (url, address) => {
  const path = url.slice(address.length);
  if (path.startsWith("/v1/") || path.startsWith("/auth/")) return "answers";
  if (path.endsWith(".js")) return "scripts";
  return path.endsWith(".css") ? "styles" : "document";
};

/**
 * Records every request with its bytes over the wire, including headers. The request that waits for events has no
 * answer yet.
 */
const watchTraffic = async (cdp, address) => {
  const requests = new Map();
  await cdp.send("Network.enable");
  cdp.on("Network.requestWillBeSent", ({ requestId, wallTime, request: { method, url } }) => {
    if (!url.startsWith(address)) return;
    const line = `${method} ${url.slice(address.length)}`;
    requests.set(requestId, { line, kind: kindOf(url, address), at: wallTime * 1_000, bytes: 0 });
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request !== undefined) request.bytes = encodedDataLength;
  });
  return requests;
};

const slow3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** A new context has its own cache, which is empty at first. */
const openPage = async ({ browser, address, cookies }) => {
  const context = await browser.newContext({
    baseURL: address,
    locale: "en-GB",
    viewport: { width: 1440, height: 900 },
  });
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: address })));
  // Sets the state of a browser that was signed in before, and whose cache is empty after a deploy.
  if (cookies.length > 0) {
    await context.addInitScript(() => {
      localStorage.setItem("signed-in", "1");
      const statusNames = { available: null, pending: null, sold: null };
      const store = { name: null, address: null, timeZone: null, currency: null, statusNames };
      localStorage.setItem("store", JSON.stringify(store));
      localStorage.setItem("first-day-hidden", "true");
    });
  }
  await context.addInitScript(observe);
  const page = await context.newPage();
  return { context, page, cdp: await context.newCDPSession(page) };
};

const sumOf = (requests) => requests.reduce((sum, { bytes }) => sum + bytes, 0);

const measureLoad = async (on, { isSlowLine = false, throttling = 1 }) => {
  const { context, page, cdp } = await openPage(on);
  const requests = await watchTraffic(cdp, on.address);
  if (isSlowLine) await cdp.send("Network.emulateNetworkConditions", slow3G);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: throttling });
  await page.goto("/", { timeout: 120_000 });
  await page.waitForFunction(() => window.speed.shownAt !== undefined, undefined, { timeout: 120_000 });
  await page.waitForTimeout(SETTLED_MS);
  const { shownAt, ...times } = await page.evaluate(() => ({
    shownAt: window.speed.shownAt,
    shownMs: window.speed.shownAt - performance.timeOrigin,
    paintMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    blockedMs: window.speed.blocked,
  }));
  await context.close();
  const [first, later] = [true, false].map((isFirst) =>
    [...requests.values()].filter(({ at }) => at <= shownAt === isFirst),
  );
  return { ...times, first, later };
};

/** Measures the longest interaction while a search is typed, and while an animal is opened. */
const measureList = async (on) => {
  const { context, page } = await openPage(on);
  const longest = async (act) => {
    await page.evaluate(() => (window.speed.longest = 0));
    await act();
    await page.waitForTimeout(SETTLED_MS);
    return page.evaluate(() => window.speed.longest);
  };
  await page.goto("/animals");
  await page.locator("[data-row]").first().waitFor();
  await page.waitForTimeout(SETTLED_MS);
  const searchMs = await longest(async () => {
    await page.getByLabel("Search by name or number").click();
    await page.keyboard.type("luna 199", { delay: 80 });
  });
  const openMs = await longest(async () => {
    await page.locator("[data-row-main]").first().click();
    await page.getByRole("dialog").first().waitFor();
  });
  await context.close();
  return { searchMs, openMs };
};

const repeat = async (measure) => {
  const results = [];
  for (let run = 0; run < RUNS; run += 1) results.push(await measure());
  return results;
};

/** Returns the median, the minimum and the maximum of the values. */
const spreadOf = (values) => {
  const sorted = values.map((value) => Math.round(value)).toSorted((a, b) => a - b);
  return `${sorted[Math.floor(sorted.length / 2)]} (${sorted[0]} to ${sorted.at(-1)})`;
};

const kinds = ["document", "styles", "scripts", "answers"];

const measurePage = async (on) => {
  const plain = await repeat(() => measureLoad(on, {}));
  const line = await repeat(() => measureLoad(on, { isSlowLine: true }));
  const processor = await repeat(() => measureLoad(on, { throttling: 4 }));
  const bytesOf = (kind) => spreadOf(plain.map(({ first }) => sumOf(first.filter((one) => one.kind === kind))));
  return {
    lines: plain[0].first.map(({ line: text, bytes }) => `${text} (${bytes})`),
    figures: {
      requests: spreadOf(plain.map(({ first }) => first.length)),
      bytes: spreadOf(plain.map(({ first }) => sumOf(first))),
      ...Object.fromEntries(kinds.map((kind) => [`bytes of ${kind}`, bytesOf(kind)])),
      "then, idle: requests": spreadOf(plain.map(({ later }) => later.length)),
      "then, idle: bytes": spreadOf(plain.map(({ later }) => sumOf(later))),
      "slow 3G: first paint, ms": spreadOf(line.map(({ paintMs }) => paintMs)),
      "slow 3G: complete, ms": spreadOf(line.map(({ shownMs }) => shownMs)),
      "processor / 4: blocked, ms": spreadOf(processor.map(({ blockedMs }) => blockedMs)),
    },
  };
};

const executablePath = findChromium();
if (executablePath === undefined) process.exit(1);
const { WEB_DIR } = process.env;
const service = await startService(WEB_DIR === undefined ? {} : { WEB_DIR });
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });
try {
  const { manager } = await createStaff(service);
  const { address } = service;
  await importAnimals(address, service.key, ANIMALS);
  const today = await measurePage({ browser, address, cookies: manager.cookies });
  const signIn = await measurePage({ browser, address, cookies: [] });
  const rows = Object.keys(today.figures).map((name) => [
    name,
    { Today: today.figures[name], "Sign in": signIn.figures[name] },
  ]);
  console.table(Object.fromEntries(rows));
  process.stdout.write(`Today asks for:\n  ${today.lines.join("\n  ")}\nSign in:\n  ${signIn.lines.join("\n  ")}\n`);
  const list = await repeat(() => measureList({ browser, address, cookies: manager.cookies }));
  console.table({
    [`typing in a list of ${ANIMALS}: longest, ms`]: spreadOf(list.map(({ searchMs }) => searchMs)),
    [`opening an animal: longest, ms`]: spreadOf(list.map(({ openMs }) => openMs)),
  });
} finally {
  await browser.close();
  await service.stop();
}

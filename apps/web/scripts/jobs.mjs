// Does the jobs of a store in a real browser, and counts clicks, keys and seconds: `npx --yes pnpm --filter @petstore/web
// jobs`. With `--against=FOLDER`, which has a built checkout of another commit, it does the same jobs with that
// service and its pages, beside. With a part of a name, only those jobs run: `… jobs page`. `--large` runs the jobs of
// large stores instead of those of a day.
import { chromium, devices } from "playwright-core";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { handsOn, Missing } from "./hands.mjs";
import { jobsOfADay } from "./jobs-of-a-day.mjs";
import { jobsOfLargeStores } from "./jobs-of-large-stores.mjs";
import { importAnimals } from "./sample-store.mjs";

const load = async (name) =>
  (await runnerImport(fileURLToPath(new URL(`../test/support/${name}`, import.meta.url)))).module;
const { findChromium } = await load("chromium.ts");
const { startService } = await load("service.ts");
const { createOwner, createStaff, exchangeForKey } = await load("staff.ts");

const options = process.argv.slice(2);
const wanted = options.find((option) => !option.startsWith("--")) ?? "";
const against = options.find((option) => option.startsWith("--against="))?.slice("--against=".length);
const isLarge = options.includes("--large");
const jobs = (isLarge ? jobsOfLargeStores : jobsOfADay).filter(({ name }) => name.includes(wanted));
const RUNS = isLarge ? 1 : 3;
const ANIMALS = 10_000;
// The keystroke-level model of Card, Moran and Newell: a key takes a good typist 0.2 s; to point and press takes 1.3 s.
const SECONDS_PER_KEY = 0.2;
const SECONDS_PER_CLICK = 1.3;

const createCall = (address, key) => async (method, path, body) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(`${address}/v1${path}`, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
};

const openPage = async ({ browser, address, cookies }, { isPhone = false }) => {
  const look = isPhone ? devices["iPhone 13"] : { viewport: { width: 1440, height: 900 } };
  const { defaultBrowserType: _, ...device } = look;
  const context = await browser.newContext({ ...device, baseURL: address, locale: "en-GB", reducedMotion: "reduce" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: address })));
  return context.newPage();
};

/** @param doIt - What the hands do, or the reason why these pages cannot do it. */
const doJob = async (on, job, doIt, run) => {
  if (typeof doIt === "string") return { missing: doIt };
  const facts = await job.prepare?.(on, run);
  const page = await openPage(on, job);
  try {
    await page.goto(typeof job.path === "function" ? job.path(facts) : job.path);
    await page.locator("h1").first().waitFor();
    await page.waitForFunction(() => document.querySelector("[data-loading]") === null);
    const hands = handsOn(page);
    const start = performance.now();
    await doIt(hands, facts, run);
    return { ...hands.done, seconds: (performance.now() - start) / 1_000 };
  } catch (error) {
    if (error instanceof Missing) return { missing: error.message };
    await page.screenshot({ path: fileURLToPath(new URL("../screenshots/failed-job.png", import.meta.url)) });
    process.exitCode = 1;
    return { missing: `failed: ${error.message.split("\n")[0]}` };
  } finally {
    await page.context().close();
  }
};

/** Does a job with a service of its own, whose owner has just chosen their password. */
const doOnFirstDay = async ({ browser, checkout }, job, doIt, run) => {
  if (typeof doIt === "string") return { missing: doIt };
  const service = await startService({}, undefined, checkout);
  try {
    const { cookies } = await createOwner(service);
    return await doJob({ browser, address: service.address, cookies }, job, doIt, run);
  } finally {
    await service.stop();
  }
};

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

const cellsOf = (runs, each) => {
  const { missing } = runs.find((one) => one.missing !== undefined) ?? {};
  if (missing !== undefined) return { "by hand": `not possible: ${missing}` };
  const [clicks, keys, seconds] = ["clicks", "keys", "seconds"].map(
    (name) => median(runs.map((one) => one[name])) / each,
  );
  const byHand = seconds + keys * SECONDS_PER_KEY + clicks * SECONDS_PER_CLICK;
  return {
    clicks: Number(clicks.toFixed(1)),
    keys: Math.round(keys),
    seconds: seconds.toFixed(1),
    "by hand": `${byHand.toFixed(0)} s`,
  };
};

const startStore = async (browser, checkout) => {
  const service = await startService({}, undefined, checkout);
  const { address, key } = service;
  const { manager, clerk } = await createStaff(service);
  if (!isLarge) await importAnimals(address, key, ANIMALS);
  return {
    browser,
    checkout,
    address,
    key,
    service,
    cookies: manager.cookies,
    store: { animals: 26 },
    call: createCall(address, key),
    callAsClerk: createCall(address, await exchangeForKey(address, clerk.cookies)),
  };
};

/** Does all jobs with one checkout. @returns the cells of each job */
const doAll = async (browser, checkout, doItOf) => {
  const on = await startStore(browser, checkout);
  const cells = [];
  try {
    for (const job of jobs) {
      const runs = [];
      for (let run = 1; run <= RUNS; run += 1)
        runs.push(await (job.isFirstDay ? doOnFirstDay : doJob)(on, job, doItOf(job), run));
      cells.push(cellsOf(runs, job.each ?? 1));
      process.stdout.write(`${job.name}: ${JSON.stringify(cells.at(-1))}\n`);
    }
  } finally {
    await on.service.stop();
  }
  return cells;
};

const executablePath = findChromium();
if (executablePath === undefined) process.exit(1);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });
try {
  const here = await doAll(browser, undefined, ({ run }) => run);
  const older = against && (await doAll(browser, resolve(against), ({ run, older = run }) => older));
  const columns = ["clicks", "keys", "seconds", "by hand"];
  const heads = [...columns, ...(older ? columns.map((name) => `${name}, older`) : [])];
  const rows = jobs.map(({ name, asked = "", lacks }, at) => {
    const cells = [here[at], ...(older ? [older[at]] : [])].flatMap((one) =>
      columns.map((column) => one[column] ?? ""),
    );
    return [name, asked, ...cells, ...(older ? [lacks ?? ""] : [])];
  });
  const lines = [["job", "asked", ...heads, ...(older ? ["the older pages have"] : [])], ...rows];
  lines.splice(
    1,
    0,
    lines[0].map(() => "---"),
  );
  process.stdout.write(`${lines.map((line) => `| ${line.join(" | ")} |`).join("\n")}\n`);
} finally {
  await browser.close();
}

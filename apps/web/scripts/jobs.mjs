// Does the jobs of a store's day in a real browser, and compares their clicks, keys and seconds with those of 69aa576:
// `npx --yes pnpm --filter @petstore/web jobs`. With a part of a name, only those jobs run: `… jobs page`. A job that
// today's pages cannot do is skipped, with the reason.
import { chromium, devices } from "playwright-core";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { csvOfAnimals, importAnimals } from "./sample-store.mjs";

const load = async (name) =>
  (await runnerImport(fileURLToPath(new URL(`../test/support/${name}`, import.meta.url)))).module;
const { findChromium } = await load("chromium.ts");
const { startService } = await load("service.ts");
const { createStaff, exchangeForKey } = await load("staff.ts");

const wanted = process.argv.slice(2).find((argument) => !argument.startsWith("--")) ?? "";
const IN_STORE = 100_000;
const IN_BULK = 29_658;
const PATIENCE_MS = 60_000;

/** An error that a job throws if the pages cannot do it. */
class Missing extends Error {}

/** Stands for the hands of a person. It counts what they press, but not what they wait for or read. */
const handsOn = (page) => {
  const done = { clicks: 0, keys: 0 };
  return {
    page,
    done,
    click: async (target) => {
      done.clicks += 1;
      await target.first().click();
    },
    press: async (...keys) => {
      for (const key of keys) {
        done.keys += 1;
        await page.keyboard.press(key);
      }
    },
    type: async (text) => {
      done.keys += text.length;
      await page.keyboard.type(text);
    },
    button: (name) => page.getByRole("button", { name }),
    item: (name) => page.getByRole("menuitem", { name }),
    shows: (text) => page.getByText(text).first().waitFor({ timeout: PATIENCE_MS }),
  };
};

const isThere = (locator, timeout = 3_000) =>
  locator
    .first()
    .waitFor({ timeout })
    .then(
      () => true,
      () => false,
    );

const search = (page) => page.getByRole("textbox", { name: "Search by name or number" });
const numbers = new Intl.NumberFormat("en");
const inBulk = `${numbers.format(IN_BULK)} animals`;

/** Each job starts at its `path`. The store grows from job to job. */
const jobs = [
  {
    name: "order from an animal",
    animals: 26,
    path: "/animals?status=available&q=Blynn",
    run: async ({ page, click, shows }) => {
      await click(page.locator("[data-row-main]"));
      await click(page.locator("[data-drawer]").getByRole("button", { name: "New order" }));
      await click(page.getByRole("button", { name: "Place order" }));
      await shows("is kept for it");
    },
  },
  {
    name: "mark one sold and take it back, by keyboard alone",
    animals: 26,
    path: "/",
    run: async ({ page, press, type, shows }) => {
      await press("g", "a");
      await page.getByRole("heading", { level: 1, name: "Animals" }).waitFor();
      await page.locator("[data-row]").first().waitFor();
      await press("/");
      await type("lucy");
      await press("Enter");
      await page.locator("[data-row] a:focus", { hasText: "Lucy" }).waitFor();
      await press("s", "s");
      await shows("Lucy is sold");
      await press("Control+z");
      await shows("Lucy is available again");
    },
  },
  {
    name: "mark one sold, on a phone",
    animals: 26,
    path: "/animals",
    isPhone: true,
    run: async ({ page, click, type, shows }) => {
      await click(search(page));
      await type("lucy");
      await click(page.locator("[data-row]", { hasText: "Lucy" }).getByRole("button"));
      await click(page.getByRole("menuitemradio", { name: "Sold" }));
      await shows("Lucy is sold");
    },
  },
  {
    name: "the list in German",
    animals: 26,
    path: "/animals",
    locale: "de-DE",
    run: async ({ page }) => {
      if ((await page.locator("html").getAttribute("lang")) !== "de") throw new Missing("the pages are in English");
      await page.getByRole("heading", { level: 1, name: "Tiere" }).waitFor();
    },
  },
  {
    name: "import 10,000",
    animals: 10_000,
    before: "3 clicks, 2 s",
    path: "/import",
    run: async ({ page, done, click, button, shows }) => {
      done.clicks += 1;
      const file = { name: "arrivals.csv", mimeType: "text/csv", buffer: Buffer.from(csvOfAnimals(10_000)) };
      await page.locator("input[type=file]").setInputFiles(file);
      await click(button("Check the file"));
      await click(button("Add 10,000 animals"));
      await shows("Added 10,000 animals");
    },
  },
  {
    name: "select 200 and change them",
    animals: 10_000,
    before: "10 clicks",
    path: "/animals",
    run: async ({ page, done, click, button, item, shows }) => {
      // A script cannot use the platform's own menu, so this counts one click to open it and one to choose.
      done.clicks += 2;
      await page.getByLabel("Animals on a page").selectOption("100");
      await page.getByText("1 to 100 of").waitFor();
      const all = page.getByRole("checkbox", { name: "Select all on this page" });
      await click(all);
      await click(button("Next page"));
      await page.getByText("101 to 200").waitFor();
      await click(all);
      await shows("200 selected");
      await click(button("Change status"));
      await click(item("Pending"));
      await click(button(/^Change \d+ animals$/));
      await shows(/^Marked \d+ animals as pending/);
    },
  },
  {
    name: "page 100",
    animals: 10_000,
    before: "99 clicks",
    path: "/animals",
    run: async ({ page, click, type, press, shows }) => {
      await click(page.getByRole("textbox", { name: "Page", exact: true }));
      await press("Control+a");
      await type("100");
      await press("Enter");
      await shows("4,951 to 5,000 of");
    },
  },
  {
    name: "find one in 100,000",
    animals: IN_STORE,
    before: "0.4 s",
    path: "/animals",
    run: async ({ page, click, type }) => {
      await click(search(page));
      await type("luna 54321");
      await page.getByText("1 animal", { exact: true }).waitFor();
    },
  },
  {
    name: "page 1,500 of 100,000",
    animals: IN_STORE,
    path: "/animals",
    run: async ({ page, click, type, press, shows }) => {
      await click(page.getByRole("textbox", { name: "Page", exact: true }));
      await press("Control+a");
      await type("1500");
      await press("Enter");
      await shows("74,951 to 75,000 of");
    },
  },
  {
    name: "what Chris did, in History",
    animals: IN_STORE,
    path: "/history",
    run: async ({ page, click, type }) => {
      await click(page.getByLabel("Who", { exact: true }));
      await type("chris");
      await click(page.getByRole("option", { name: "Chris" }));
      await page.waitForURL(/actor=account/);
      await page.locator("[data-row]", { hasText: "Kim" }).first().waitFor();
    },
  },
  {
    name: `confirm ${numbers.format(IN_BULK)}`,
    animals: IN_STORE + IN_BULK,
    before: "18 + 16 s",
    path: "/animals?q=many",
    run: async ({ page, click, button, item, shows }) => {
      await page.getByText(inBulk, { exact: true }).waitFor();
      await click(page.getByRole("checkbox", { name: "Select all on this page" }));
      await click(button(`Select all ${numbers.format(IN_BULK)} that match`));
      await click(button("Change status"));
      await click(item("Sold"));
      const change = button(/^Change [\d,]+ animals$/);
      await change.waitFor({ timeout: PATIENCE_MS });
      await click(change);
      await shows(/^Marked [\d,]+ animals as sold/);
    },
  },
  {
    name: "undo that after a reload",
    animals: IN_STORE + IN_BULK,
    before: "594 pages",
    path: "/history",
    run: async ({ page, click, button, shows }) => {
      if (!(await isThere(button(/^Undo all/))))
        throw new Missing("History has a row for each animal, and no undo of all");
      await click(button(/^Undo all/));
      if (await isThere(page.getByRole("alertdialog"), 1_000))
        await click(page.getByRole("alertdialog").getByRole("button", { name: /^Undo/ }));
      await shows(/put back|available again/i);
    },
  },
];

const openStage = async ({ browser, address, cookies }, { isPhone = false, locale = "en-GB" }) => {
  const look = isPhone ? devices["iPhone 13"] : { viewport: { width: 1440, height: 900 } };
  const { defaultBrowserType: _, ...options } = look;
  const context = await browser.newContext({ ...options, baseURL: address, locale, reducedMotion: "reduce" });
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: address })));
  return { context, page: await context.newPage() };
};

const doJob = async (on, job) => {
  const { context, page } = await openStage(on, job);
  try {
    await page.goto(job.path);
    await page.locator("h1").first().waitFor();
    await page.waitForFunction(() => document.querySelector("[data-loading]") === null);
    const hands = handsOn(page);
    const start = performance.now();
    await job.run(hands);
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    return { clicks: hands.done.clicks, keys: hands.done.keys, seconds };
  } catch (error) {
    if (error instanceof Missing) return { skipped: error.message };
    await page.screenshot({ path: fileURLToPath(new URL("../screenshots/failed-job.png", import.meta.url)) });
    return { failed: error.message.split("\n")[0] };
  } finally {
    await context.close();
  }
};

/** Adds an animal as the clerk, so that History contains one change among those of others that can be searched for. */
const addAnimal = async (address, key) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ name: "Kim", categoryId: 1 });
  const { ok, status } = await fetch(`${address}/v1/pets`, { method: "POST", headers, body });
  if (!ok) throw new Error(`POST /v1/pets answered ${status}.`);
};

const executablePath = findChromium();
if (executablePath === undefined) process.exit(1);
const service = await startService();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });
const results = {};
try {
  const { manager, clerk } = await createStaff(service);
  const { address, key } = service;
  await addAnimal(address, await exchangeForKey(address, clerk.cookies));
  let inStore = 26;
  for (const { before = "–", ...job } of jobs) {
    if (!job.name.includes(wanted)) continue;
    // The job adds the animals itself if it is the import.
    const missing = job.path === "/import" ? 0 : job.animals - inStore;
    if (missing > IN_BULK) await importAnimals(address, key, missing);
    else if (missing > 0) await importAnimals(address, key, missing, job.animals > IN_STORE ? "Many" : "Luna");
    inStore = Math.max(inStore, job.animals);
    results[job.name] = {
      animals: numbers.format(job.animals),
      ...(await doJob({ browser, address, cookies: manager.cookies }, job)),
      "69aa576": before,
    };
  }
} finally {
  await browser.close();
  await service.stop();
}
console.table(results, ["animals", "clicks", "keys", "seconds", "69aa576"]);
for (const [name, { skipped, failed }] of Object.entries(results)) {
  if (skipped !== undefined) process.stdout.write(`Skipped: ${name}: ${skipped}.\n`);
  if (failed !== undefined) process.stdout.write(`Failed: ${name}: ${failed}\n`);
}
if (Object.values(results).some(({ failed }) => failed !== undefined)) process.exitCode = 1;

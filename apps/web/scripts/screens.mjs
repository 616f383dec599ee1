// Shoots every page and its main dialogs, in both themes, at 1440 and 390 px: `npx pnpm --filter @petstore/web screens`.
// A part of a name shoots only those: `… screens orders`.
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { runnerImport } from "vite";
import { fillStore } from "./sample-store.mjs";

const load = async (name) =>
  (await runnerImport(fileURLToPath(new URL(`../test/support/${name}`, import.meta.url)))).module;
const { findChromium } = await load("chromium.ts");
const { startService } = await load("service.ts");
const { createStaff, signIn } = await load("staff.ts");

const folder = fileURLToPath(new URL("../screens/", import.meta.url));
const wanted = process.argv[2] ?? "";

const csv = ["Name;Kind;State", "Bruno;Dogs;for sale", "Kira;Cats;for sale", ";Dogs;sold", "Pip;Parrots;reserved"].join(
  "\n",
);

const button = (name) => (page) => page.getByRole("button", { name }).first().click();
const dialogButton = (name) => (page) => page.getByRole("dialog").getByRole("button", { name }).first().click();

/** What to show, by the name of its picture. */
const scenesOf = (animals) => [
  { name: "today", path: "/" },
  { name: "animals", path: "/animals" },
  { name: "animals-found", path: "/animals?status=available&name=lu" },
  { name: "animals-no-match", path: "/animals?name=nobody" },
  {
    name: "animals-selected",
    path: "/animals",
    act: [(page) => page.getByRole("checkbox", { name: "Select all on this page" }).click()],
  },
  { name: "animal", path: `/animals?open=${animals[1].id}` },
  { name: "animal-new", path: "/animals?new=true" },
  {
    name: "animal-conflict",
    path: `/animals?open=${animals[8].id}`,
    act: [
      (page) => page.getByRole("dialog").getByLabel("Name").fill("Nala the second"),
      (_page, call) => call("PATCH", `/pets/${animals[8].id}`, { name: `Nala ${Date.now() % 100}`, status: "pending" }),
      dialogButton("Save"),
      (page) => page.getByRole("radio").first().waitFor(),
    ],
  },
  { name: "orders", path: "/orders" },
  { name: "orders-list", path: "/orders?view=list" },
  { name: "order-new", path: "/orders?new=true" },
  { name: "categories", path: "/categories" },
  {
    name: "category-merge",
    path: "/categories",
    act: [
      button("Merge Fish into another category"),
      (page) => page.getByRole("dialog").getByRole("option", { name: "Reptiles" }).click(),
    ],
  },
  { name: "history", path: "/history" },
  { name: "import", path: "/import" },
  {
    name: "import-file",
    path: "/import",
    act: [
      (page) =>
        page
          .locator("input[type=file]")
          .setInputFiles({ name: "arrivals.csv", mimeType: "text/csv", buffer: Buffer.from(csv) }),
    ],
  },
  { name: "keys", path: "/keys" },
  { name: "staff", path: "/staff" },
  { name: "account", path: "/account" },
  { name: "commands", path: "/", act: [button("Search and commands"), (page) => page.keyboard.type("lu")] },
  { name: "shortcuts", path: "/animals", act: [(page) => page.keyboard.press("?")] },
];

const createCall = (address, key) => async (method, path, body) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(`${address}/v1${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return text === "" ? undefined : JSON.parse(text);
};

const isLoaded = () => document.querySelector("[aria-label='Loading…']") === null;

const shoot = async (page, { name, path, act = [] }, { call, suffix }) => {
  await page.goto(path);
  await page.locator("h1").first().waitFor({ state: "attached" });
  await page.waitForFunction(isLoaded);
  for (const step of act) await step(page, call);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: `${folder}${name}-${suffix}.png`, animations: "disabled" });
};

const shootAll = async ({ browser, service, staff, animals }) => {
  const call = createCall(service.address, service.key);
  for (const colorScheme of ["light", "dark"]) {
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ]) {
      const options = { baseURL: service.address, viewport: { width, height }, colorScheme, locale: "en-GB" };
      const context = await browser.newContext({ ...options, reducedMotion: "reduce", hasTouch: width < 600 });
      const page = await context.newPage();
      const suffix = `${width}-${colorScheme}`;
      const signInScene = { name: "sign-in", path: "/" };
      if (signInScene.name.includes(wanted)) await shoot(page, signInScene, { call, suffix });
      const cookies = await signIn(service.address, staff.owner);
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: service.address })));
      for (const scene of scenesOf(animals).filter(({ name }) => name.includes(wanted))) {
        await shoot(page, scene, { call, suffix });
      }
      await context.close();
    }
  }
};

const executablePath = findChromium();
if (executablePath === undefined) process.exit(1);
await mkdir(folder, { recursive: true });
const service = await startService();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });
try {
  const staff = await createStaff(service);
  const animals = await fillStore(createCall(service.address, service.key));
  await shootAll({ browser, service, staff, animals });
  process.stdout.write(`The pictures are in ${folder}\n`);
} finally {
  await browser.close();
  await service.stop();
}

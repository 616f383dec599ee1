// Shoots every page and its main dialogs, in both themes, at 1440 and 390 px: `npx pnpm --filter @petstore/web screens`.
// A part of a name shoots only those: `… screens orders`. `--docs` shoots those of docs/admin.md, into docs/images.
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { runnerImport } from "vite";
import { fillStore } from "./sample-store.mjs";

const load = async (name) =>
  (await runnerImport(fileURLToPath(new URL(`../test/support/${name}`, import.meta.url)))).module;
const { findChromium } = await load("chromium.ts");
const { startService } = await load("service.ts");
const { createStaff, exchangeForKey, signIn } = await load("staff.ts");

const folder = fileURLToPath(new URL("../screens/", import.meta.url));
const images = fileURLToPath(new URL("../../../docs/images/", import.meta.url));
const isForDocs = process.argv.includes("--docs");
const wanted = process.argv.slice(2).find((argument) => !argument.startsWith("--")) ?? "";

const csv = [
  "Name;Kind;State;Breed",
  "Bruno;Dog;for sale;Beagle",
  "Kira;Cat;for sale;Siamese",
  ";Dog;sold;Poodle",
  "Pip;Parrot;reserved;Cockatiel",
].join("\n");

const button = (name) => (page) => page.getByRole("button", { name }).first().click();
const dialogButton = (name) => (page) => page.getByRole("dialog").getByRole("button", { name }).first().click();

/** What to show, by the name of its picture. */
const scenesOf = ({ animals, seth }) => [
  { name: "today", path: "/" },
  { name: "animals", path: "/animals" },
  { name: "animals-found", path: "/animals?status=available&name=lu" },
  {
    name: "animals-columns",
    path: "/animals?attributes%5Bweight%5D=5..30&name=bella",
    act: [
      button("Choose columns"),
      (page) => page.getByRole("menuitemcheckbox", { name: "Breed" }).click(),
      (page) => page.getByRole("menuitemcheckbox", { name: "Weight" }).click(),
    ],
  },
  { name: "animals-filter", path: "/animals", act: [button("Filter by a field")] },
  { name: "animals-no-match", path: "/animals?name=nobody" },
  {
    name: "animals-selected",
    path: "/animals",
    act: [(page) => page.getByRole("checkbox", { name: "Select all on this page" }).click()],
  },
  { name: "animal", path: `/animals?open=${seth.id}` },
  {
    name: "animal-point",
    path: `/animals?open=${seth.id}`,
    act: [button("Choose what stays in sight of photo 1"), (page) => page.keyboard.press("ArrowUp")],
  },
  { name: "animal-erase", path: `/animals?open=${seth.id}`, act: [button("Erase photo 1 for good")] },
  {
    name: "animal-details",
    path: `/animals?open=${animals[1].id}`,
    act: [(page) => page.getByRole("dialog").getByRole("button", { name: "Edit Weight" }).click()],
  },
  { name: "animal-new", path: "/animals?new=true" },
  {
    name: "animal-conflict",
    path: `/animals?open=${animals[4].id}`,
    act: [
      (page) => page.getByRole("dialog").getByLabel("Name").fill("Milo the second"),
      (_page, call) => call("PATCH", `/pets/${animals[4].id}`, { name: `Milo ${Date.now() % 100}`, status: "pending" }),
      dialogButton("Save"),
      (page) =>
        page
          .getByRole("dialog", { name: /has changed/ })
          .getByRole("radio")
          .first()
          .waitFor(),
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
      (page) => page.getByRole("dialog").getByRole("option", { name: "Reptile" }).click(),
    ],
  },
  { name: "fields", path: "/fields" },
  { name: "field", path: "/fields", act: [button("Sex sex")] },
  {
    name: "field-new",
    path: "/fields?new=true",
    act: [
      (page) => page.locator("input[name=label]").fill("Walks a day"),
      (page) => page.getByLabel("Kind of value").selectOption("number"),
      (page) => page.getByLabel("Unit").fill("walks"),
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
  { name: "webhooks", path: "/webhooks" },
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

/** Those that docs/admin.md shows. */
const illustrations = [
  "today",
  "animals",
  "animal",
  "animal-conflict",
  "orders",
  "category-merge",
  "history",
  "import-file",
];

/** A third of the size of a PNG. */
const toWebp = async (page, png) => {
  const encoded = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.85 });
    const webp = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(webp, (byte) => String.fromCharCode(byte)).join(""));
  }, png.toString("base64"));
  return Buffer.from(encoded, "base64");
};

const isLoaded = () => document.querySelector("[aria-label='Loading…'], .animate-pulse") === null;

/** All photos in sight are painted, and what stands in for them is gone. */
const paintPhotos = async () => {
  const isInSight = (image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  await Promise.all([...document.images].filter(isInSight).map((image) => image.decode()));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
};

const shoot = async (page, { name, path, act = [] }, { call, suffix }) => {
  await page.goto(path);
  await page.locator("h1").first().waitFor({ state: "attached" });
  await page.waitForFunction(isLoaded);
  for (const step of act) await step(page, call);
  await page.waitForFunction(isLoaded);
  await page.evaluate(paintPhotos);
  const png = await page.screenshot({ path: `${folder}${name}-${suffix}.png`, animations: "disabled" });
  if (isForDocs) await writeFile(`${images}${name}.webp`, await toWebp(page, png));
};

const looks = ["light", "dark"].flatMap((colorScheme) => [
  { colorScheme, width: 1440, height: 900 },
  { colorScheme, width: 390, height: 844 },
]);

const isWanted = ({ name }) => (isForDocs ? illustrations.includes(name) : name.includes(wanted));

const shootAll = async ({ browser, address, staff, store, call }) => {
  for (const { colorScheme, width, height } of isForDocs ? looks.slice(0, 1) : looks) {
    const options = { baseURL: address, viewport: { width, height }, colorScheme, locale: "en-GB" };
    const context = await browser.newContext({ ...options, reducedMotion: "reduce", hasTouch: width < 600 });
    const page = await context.newPage();
    const look = { call, suffix: `${width}-${colorScheme}` };
    const signInScene = { name: "sign-in", path: "/" };
    if (isWanted(signInScene)) await shoot(page, signInScene, look);
    const cookies = await signIn(address, staff.owner);
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: address })));
    for (const scene of scenesOf(store).filter(isWanted)) await shoot(page, scene, look);
    await context.close();
  }
};

const executablePath = findChromium();
if (executablePath === undefined) process.exit(1);
await mkdir(folder, { recursive: true });
if (isForDocs) await mkdir(images, { recursive: true });
const service = await startService();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });
try {
  const staff = await createStaff(service);
  const { address } = service;
  const call = createCall(address, await exchangeForKey(address, staff.manager.cookies));
  await shootAll({ browser, address, staff, store: await fillStore(call), call });
  process.stdout.write(`The pictures are in ${isForDocs ? images : folder}\n`);
} finally {
  await browser.close();
  await service.stop();
}

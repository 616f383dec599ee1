// Takes screenshots of every page, its states and its main dialogs at four widths in both themes and in English, and of
// every page in German: `npx --yes pnpm --filter @petstore/web screenshots`. With a part of a name, it takes only those:
// `… screenshots orders`. They are in apps/web/screenshots, or in the folder of `--into=FOLDER`. `--docs` takes those of
// docs/admin.md, into docs/images.
import { mkdir, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { runnerImport } from "vite";
import { fillStore, importAnimals } from "./sample-store.mjs";

const load = async (name) =>
  (await runnerImport(fileURLToPath(new URL(`../test/support/${name}`, import.meta.url)))).module;
const { findChromium } = await load("chromium.ts");
const { showScene, statesOf } = await load("scenes.ts");
const { startService } = await load("service.ts");
const { createStaff, exchangeForKey, signIn } = await load("staff.ts");

const into = process.argv.find((argument) => argument.startsWith("--into="))?.slice("--into=".length);
const folder = into === undefined ? fileURLToPath(new URL("../screenshots/", import.meta.url)) : `${resolve(into)}/`;
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
const item = (name) => (page) => page.getByRole("menuitem", { name }).click();
const dialogButton = (name) => (page) => page.getByRole("dialog").getByRole("button", { name }).first().click();

/** Prints a paper of an order. The buttons have other names in German. */
const print = (name) => [
  (page) =>
    page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute("data-printed", "");
    }),
  dialogButton(name),
  (page) => page.locator("html[data-printed]").waitFor({ state: "attached" }),
];

/** The lists while they are loading, empty or failed. */
const states = ["/", "/animals", "/orders", "/customers", "/categories", "/history", "/keys", "/webhooks"].flatMap(
  (path) =>
    statesOf(path).map((scene) => ({ ...scene, name: `${{ "/": "/today" }[path] ?? path}-${scene.name}`.slice(1) })),
);

const signInWrongly = async (page) => {
  await page.locator("input[name=email]").fill("nobody@store.example");
  await page.locator("input[name=password]").fill("not a password");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").first().waitFor();
};

const describeStore = async (page) => {
  await page.getByRole("textbox", { name: "Name" }).fill("Second Chance Shelter");
  await page.getByRole("textbox", { name: "Address" }).fill("Lindenstraße 12\n10969 Berlin");
  const terms =
    "{store} gives {animal}, number {number}, to {customer} on {date} for {price}.\n\nThe animal lives in the home.";
  await page.getByRole("textbox", { name: "Text for contracts" }).fill(terms);
};

/** The scenes, by the names of their screenshots. */
const scenesOf = ({ animals, seth, webhook }) => [
  { name: "today", path: "/" },
  { name: "animals", path: "/animals" },
  { name: "animals-end", path: "/animals?offset=100", isAtEnd: true },
  { name: "animals-found", path: "/animals?status=available&q=lu" },
  { name: "animals-filter", path: "/animals", act: [button("Filter"), item("Added")] },
  { name: "animals-no-match", path: "/animals?q=nobody" },
  {
    name: "animals-selected",
    path: "/animals",
    act: [(page) => page.getByRole("checkbox", { name: "Select all on this page" }).click()],
  },
  { name: "animal", path: `/animals?open=${seth.id}` },
  {
    name: "animal-point",
    path: `/animals?open=${seth.id}`,
    act: [button("Choose what stays visible in photo 1"), (page) => page.keyboard.press("ArrowUp")],
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
  { name: "orders", path: "/orders?view=board" },
  { name: "orders-list", path: "/orders?view=list" },
  { name: "order-new", path: "/orders?new=true" },
  { name: "order", path: "/orders?view=list&open=18" },
  {
    name: "contract",
    path: "/orders?view=list&open=18",
    act: print(/^(Contract|Vertrag)$/),
    isGerman: true,
    media: "print",
  },
  {
    name: "receipt",
    path: "/orders?view=list&open=8",
    act: print(/^(Receipt|Quittung)$/),
    isGerman: true,
    media: "print",
  },
  { name: "customers", path: "/customers" },
  { name: "customer", path: "/customers?open=1" },
  { name: "customer-new", path: "/customers?new=true" },
  { name: "report", path: "/report" },
  { name: "report-days", path: "/report?days=30" },
  { name: "categories", path: "/categories" },
  { name: "category-new", path: "/categories?new=true" },
  {
    name: "category-merge",
    path: "/categories",
    act: [
      button("Merge Fish into another category"),
      (page) => page.getByRole("dialog").getByRole("option", { name: "Reptile" }).click(),
    ],
  },
  { name: "fields", path: "/fields" },
  { name: "fields-statuses", path: "/fields?tab=statuses" },
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
  { name: "key", path: "/keys?open=1" },
  { name: "key-new", path: "/keys", act: [button("New key")] },
  { name: "webhooks", path: "/webhooks" },
  { name: "webhook", path: `/webhooks?open=${webhook.id}` },
  { name: "webhook-new", path: "/webhooks", act: [button("New webhook")] },
  { name: "first-day", path: "/" },
  { name: "store", path: "/store", act: [describeStore] },
  { name: "store-zone", path: "/store", act: [(page) => page.getByLabel(/^Time zone: /).click()] },
  { name: "staff", path: "/staff" },
  { name: "staff-account", path: "/staff?open=2" },
  { name: "staff-new", path: "/staff", act: [button("New account")] },
  { name: "account", path: "/account" },
  { name: "commands", path: "/", act: [button("Search and commands"), (page) => page.keyboard.type("lu")] },
  { name: "shortcuts", path: "/animals", act: [(page) => page.keyboard.press("?")] },
  {
    name: "cards",
    path: `/cards?${animals
      .slice(0, 6)
      .map(({ id }) => `id=${id}&`)
      .join("")}id=${seth.id}`,
  },
  { name: "not-found", path: "/nowhere" },
  // The columns that are chosen here stay, so this scene is the last one with a list of animals.
  {
    name: "animals-columns",
    path: "/animals?attributes%5Bweight%5D=5..30&name=bella",
    act: [
      button("Choose columns"),
      (page) => page.getByRole("menuitemcheckbox", { name: "Breed", exact: true }).click(),
      (page) => page.getByRole("menuitemcheckbox", { name: "Weight" }).click(),
    ],
  },
  ...states,
];

const ofNobody = [
  { name: "sign-in", path: "/" },
  { name: "sign-in-refused", path: "/", act: [signInWrongly] },
  { name: "invitation", path: "/invitation" },
];

/** The same pages with 10,000 more animals. */
const ofMany = [
  { name: "many-today", path: "/" },
  { name: "many-animals", path: "/animals" },
  { name: "many-history", path: "/history" },
];

const createCall = (address, key) => async (method, path, body) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(`${address}/v1${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return text === "" ? undefined : JSON.parse(text);
};

/** The screenshots in docs/admin.md. */
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

/** WebP has a third of the size of PNG. */
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

const isLoaded = () => document.querySelector("[aria-label='Loading…'], .animate-pulse, [data-loading]") === null;

/** Waits until all visible photos are painted and their placeholders are gone. */
const paintPhotos = async () => {
  const isInSight = (image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  await Promise.all([...document.images].filter(isInSight).map((image) => image.decode()));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
};

const wideWindow = { width: 1440, height: 900 };

/** Each page is loaded and brought to its scene once, and then drawn in each size and theme. */
const looks = isForDocs
  ? [{ suffix: "", theme: "light", size: wideWindow }]
  : ["light", "dark"].flatMap((theme) =>
      [
        { width: 390, height: 844 },
        { width: 768, height: 1024 },
        { width: 1280, height: 800 },
        { width: 1920, height: 1080 },
      ].map((size) => ({ suffix: `-${size.width}-${theme}`, theme, size })),
    );

/** The names of buttons in the steps of a scene are English, so another language shows only scenes without steps. */
const languages = isForDocs ? ["en"] : ["en", "de"];

const shoot = async ({ page, language, call }, { act = [], isAtEnd = false, media = null, ...scene }) => {
  await page.emulateMedia({ media: null });
  await page.setViewportSize(wideWindow);
  await showScene(page, {
    ...scene,
    act: async () => {
      for (const step of act) await step(page, call);
      if (scene.answers !== "none") await page.waitForFunction(isLoaded);
    },
  });
  for (const { suffix, theme, size } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce", media });
    if (isAtEnd) await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.evaluate(paintPhotos);
    const name = `${scene.name}${suffix}${isForDocs ? "" : `-${language}`}`;
    const png = await page.screenshot({ path: `${folder}${name}.png`, animations: "disabled" });
    if (isForDocs) await writeFile(`${images}${scene.name}.webp`, await toWebp(page, png));
  }
};

const isWanted = ({ name }) => (isForDocs ? illustrations.includes(name) : name.includes(wanted));

const openPage = async (browser, address, language) => {
  const locale = { en: "en-GB", de: "de-DE" }[language];
  return browser.newPage({ baseURL: address, locale, reducedMotion: "reduce" });
};

const shootAll = async ({ browser, service: { address, key }, staff, call }) => {
  const pages = [];
  for (const language of languages) pages.push({ language, call, page: await openPage(browser, address, language) });
  const shootThose = async (scenes) => {
    for (const on of pages) {
      const shown = scenes.filter(({ act, isGerman = act === undefined }) => on.language === "en" || isGerman);
      for (const scene of shown.filter(isWanted)) await shoot(on, scene);
    }
  };
  await shootThose(ofNobody);
  const store = await fillStore(call);
  const cookies = await signIn(address, staff.owner);
  for (const { page } of pages) await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: address })));
  await shootThose(scenesOf(store));
  if (!ofMany.some(isWanted)) return;
  await importAnimals(address, key, 10_000);
  await shootThose(ofMany);
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
  await shootAll({ browser, service, staff, call });
  process.stdout.write(`The pictures are in ${isForDocs ? images : folder}\n`);
} finally {
  await browser.close();
  await service.stop();
}

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { findViolations } from "../support/axe.js";
import { hasBrowser, highlightedOption, test, unique } from "../support/browser.js";
import { holdRequests } from "../support/hold-requests.js";
import { row, rows, shows } from "../support/pet-list.js";
import { addPet, type Api } from "../support/rows.js";
import { heading, openPalette } from "../support/shell.js";

let chips = 0;
/** Returns a number of 15 digits that no other animal has. */
const newChip = () => `985${String(Date.now()).slice(-9)}${String((chips += 1)).padStart(3, "0")}`;

const addLabrador = async (api: Api) => {
  const chip = newChip();
  const location = unique("Kennel").replaceAll(" ", "");
  const pet = await addPet(api, { name: unique("Ronja") });
  const attributes = { microchip: chip, breed: "Labrador", location };
  const answer = await api.profiles.updateProfile({ params: { petId: pet.id }, body: { attributes } });
  if (answer.status !== 200) throw new Error(answer.body.message);
  // The words of a change may be written a moment later.
  await expect
    .poll(async () => (await api.pets.listPets({ query: { q: location } })).body, { timeout: 60_000 })
    .toHaveLength(1);
  return { pet, chip, location };
};

const searchField = (page: Page) => page.getByRole("combobox", { name: "Search animals" });

const widths = [
  ["desk", { width: 1440, height: 900 }],
  ["phone", { width: 390, height: 844 }],
] as const;

describe.skipIf(!hasBrowser).each(widths)("a clerk at a %s", (device, size) => {
  test("finds an animal by its chip, half of it, a misspelt breed and its location", async ({ open, api }) => {
    const { pet, chip, location } = await addLabrador(api);
    const page = await open("/orders", { role: "clerk", ...size });
    await heading(page, "Orders").waitFor();
    const searches = { chip, "half a chip": chip.slice(0, 8), "misspelt breed": "labrdor", location };
    for (const [kind, text] of Object.entries(searches)) {
      // The searches come one after the other, as a person makes them.
      // oxlint-disable no-await-in-loop
      await openPalette(page);
      const start = performance.now();
      await page.keyboard.type(text);
      await page.getByRole("option", { name: pet.name }).waitFor();
      // oxlint-disable-next-line no-console
      console.info(`${device}, ${kind}: ${Math.round(performance.now() - start)} ms from the first key to the animal`);
      if (kind === "misspelt breed") await page.getByRole("button", { name: "Did you mean “labrador”?" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      // oxlint-enable no-await-in-loop
    }
  });

  test("sees results, their reasons and what no filter finds in the list", async ({ open, api }) => {
    const { pet, chip } = await addLabrador(api);
    const page = await open("/animals", { role: "clerk", ...size });
    await shows(rows(page).first());
    await page.keyboard.press("/");
    await page.keyboard.type(chip.slice(0, 12));
    const option = page.getByRole("option", { name: pet.name });
    await shows(option.getByText(`Microchip: ${chip}`));
    // Until the answer for all that was typed arrives, a shorter part is marked.
    await expect.poll(() => option.locator("mark").first().textContent()).toBe(chip.slice(0, 12));
    // The list fades until it has the animals of all that was typed.
    await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => searchField(page).getAttribute("aria-activedescendant")).toMatch(/pet-\d+$/);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/animals?*open=${pet.id}*`);
    await page.goto(`/animals?q=${chip}&status=sold`);
    await shows(page.getByText("No animal matches"));
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Without Sold: 1 animal" }).click();
    await shows(row(page, pet.id));
    await page.goto("/animals?q=labrdor");
    await page.getByRole("button", { name: "Did you mean “labrador”?" }).click();
    await page.waitForURL("**/animals?q=labrador");
    await shows(rows(page).first());
  });
});

describe.skipIf(!hasBrowser)("a hand scanner", () => {
  test("opens the animal of a chip, in the palette and in the list", async ({ open, api }) => {
    const { pet, chip } = await addLabrador(api);
    const page = await open("/orders", { role: "clerk" });
    await heading(page, "Orders").waitFor();
    await openPalette(page);
    await page.keyboard.type(chip);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/animals?open=${pet.id}`);

    const other = await addLabrador(api);
    await page.goto("/animals");
    await shows(rows(page).first());
    await page.keyboard.press("/");
    for (const one of [
      { pet, chip },
      { ...other, chip: `${other.chip.slice(0, 3)} ${other.chip.slice(3, 6)}-${other.chip.slice(6)}` },
    ]) {
      // oxlint-disable no-await-in-loop
      await page.keyboard.type(one.chip);
      await page.keyboard.press("Enter");
      await page.waitForURL(`**/animals?*open=${one.pet.id}*`);
      await shows(page.locator("[data-drawer]").getByLabel("Name"));
      await page.keyboard.press("Escape");
      await page.waitForURL((url) => !url.searchParams.has("open"));
      await searchField(page).focus();
      await page.keyboard.press("Control+a");
      // oxlint-enable no-await-in-loop
    }
  });

  test("opens the animal of a cage card, and says that a strange code finds nothing", async ({
    open,
    api,
    address,
  }) => {
    const { pet } = await addLabrador(api);
    const page = await open("/orders", { role: "clerk" });
    await heading(page, "Orders").waitFor();
    await openPalette(page);
    await page.keyboard.type(`${address}/animals?open=${pet.id}`);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/animals?open=${pet.id}`);
    await page.goto("/orders");
    await heading(page, "Orders").waitFor();
    await openPalette(page);
    await page.keyboard.type("999000111222333");
    await shows(page.getByText("Nothing found"));
  });

  test("chooses the animal of a new order", async ({ open, api }) => {
    const { pet, chip } = await addLabrador(api);
    const page = await open("/orders?new=true", { role: "clerk" });
    await page.getByPlaceholder("Search animals that are available").waitFor();
    await page.keyboard.type(chip);
    await page.keyboard.press("Enter");
    await shows(page.locator(`input[name=petId][value="${pet.name} (animal ${pet.id})"]`));
  });
});

describe.skipIf(!hasBrowser)("a search that is slow", () => {
  test("keeps the earlier results, and opens the first new one after Enter", async ({ open, api }) => {
    const [first, second] = [await addLabrador(api), await addLabrador(api)];
    const page = await open("/orders", { role: "clerk" });
    await heading(page, "Orders").waitFor();
    await openPalette(page);
    await page.keyboard.type(first.chip);
    await highlightedOption(page, first.pet.name).waitFor();
    const release = await holdRequests(page, "**/v1/suggestions?*");
    await page.keyboard.press("Control+a");
    const asked = page.waitForRequest("**/v1/suggestions?*");
    await page.keyboard.type(second.chip);
    await asked;
    await page.keyboard.press("Enter");
    await shows(page.getByRole("option", { name: first.pet.name }));
    release();
    await page.waitForURL(`**/animals?open=${second.pet.id}`);
  });
});

describe.skipIf(!hasBrowser)("recent searches", () => {
  test("search again, and are gone after the person has signed out", async ({ open, api }) => {
    const { pet, location } = await addLabrador(api);
    const page = await open("/orders", { role: "clerk", hasOwnSession: true });
    await heading(page, "Orders").waitFor();
    await openPalette(page);
    await page.keyboard.type(location);
    await highlightedOption(page, pet.name).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/animals?open=${pet.id}`);
    await page.goto("/orders");
    await heading(page, "Orders").waitFor();
    await openPalette(page);
    await page.getByRole("option", { name: location, exact: true }).click();
    await highlightedOption(page, pet.name).waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Sign out");
    await highlightedOption(page, "Sign out").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Sign in" }).first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem("recent-searches"))).toBeNull();
  });
});

describe.skipIf(!hasBrowser)("the camera", () => {
  test("is not offered without a detector of codes, and opens the animal whose code it sees", async ({ open, api }) => {
    const { pet, chip } = await addLabrador(api);
    const page = await open("/orders", { role: "clerk", width: 390, height: 844 });
    await heading(page, "Orders").waitFor();
    await openPalette(page);
    const scan = page.getByRole("button", { name: "Scan a code with the camera" });
    expect(await scan.count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.evaluate((code) => {
      const canvas = document.createElement("canvas");
      // A video plays only once its stream has a picture.
      setInterval(() => canvas.getContext("2d")?.fillRect(0, 0, 1, 1), 50);
      const stream = canvas.captureStream();
      Object.defineProperty(navigator, "mediaDevices", {
        configurable: true,
        value: { getUserMedia: () => Promise.resolve(stream) },
      });
      class Detector {
        public detect = () => Promise.resolve([{ rawValue: code }]);
      }
      Object.assign(globalThis, { BarcodeDetector: Detector });
    }, chip);
    await openPalette(page);
    await scan.click();
    await page.waitForURL(`**/animals?open=${pet.id}`);
  });
});

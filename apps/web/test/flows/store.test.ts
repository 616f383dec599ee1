import type { StoreChange } from "@petstore/contract/client";
import { MAX_LOGO_LENGTH, MAX_LOGO_SIDE } from "@petstore/contract/schemas";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectNone } from "../support/absence.js";
import { findViolations } from "../support/axe.js";
import { hasBrowser, highlightedOption, test } from "../support/browser.js";
import { actionOf } from "../support/examples.js";
import { addPet } from "../support/rows.js";
import { fakeStore } from "../support/store.js";
import { jobOf } from "../support/undos.js";

/** Returns the size of a picture in its own pixels. */
const sizeOf = (image: Locator) =>
  image.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => ({
    width: naturalWidth,
    height: naturalHeight,
  }));

const notice = (page: Page, text: string) => page.getByLabel("Notices").getByText(text, { exact: true });
const button = (within: Locator | Page, name: string) => within.getByRole("button", { name, exact: true });

/** Chooses in a picker by typing. */
const pick = async (page: Page, label: string, search: string, text: string, option: string) => {
  await page.locator(`[aria-label^="${label}: "]`).click();
  await page.getByLabel(search).fill(text);
  await highlightedOption(page, option).waitFor();
  await page.keyboard.press("Enter");
  await page.locator(`[aria-label^="${label}: ${option}"]`).waitFor();
};

/** A zone in which it is another day than in the browser, whatever the time. */
const otherDay = () => (new Date().getUTCHours() < 10 ? "Pacific/Pago_Pago" : "Pacific/Kiritimati");

describe.skipIf(!hasBrowser)("the page Store", () => {
  test("sets name, time zone and currency, which show in the menu, on prints and in days", async ({ open, api }) => {
    const pet = await addPet(api);
    const page = await open("/store", { role: "manager" });
    const { path, answer, restore } = fakeStore();
    await page.route(path, answer);
    await page.reload();
    const name = page.getByRole("textbox", { name: "Name" });
    await name.fill("Second Chance");
    await page.getByRole("textbox", { name: "Address" }).fill("Lindenstraße 12\n10969 Berlin");
    const zone = otherDay();
    const place = zone.replace("_", " ");
    // People type the name of the city.
    await pick(page, "Time zone", "Search time zones", place.slice("Pacific/".length), place);
    await pick(page, "Currency", "Search currencies", "CHF", "Swiss Franc");
    await page.getByText("Prices look like this: CHF 1,234.50").waitFor();
    await page.getByRole("textbox", { name: "Text for contracts" }).fill("{store} gives {animal} away for {price}.");
    await page.getByText("Second Chance gives Bella away for CHF 180.00.").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await button(page, "Save").click();
    await notice(page, "Saved the settings of the store").waitFor();
    await page.getByRole("banner").getByText("Second Chance").waitFor();
    await expect.poll(() => page.title()).toBe("Store · Second Chance");

    await page.goto(`/animals?open=${pet.id}`);
    await page.getByRole("dialog").waitFor();
    await page.goto("/history");
    // The animal was added a moment ago, which is another day in the store than in this browser.
    const day = new Intl.DateTimeFormat("en-GB", { timeZone: zone, dateStyle: "medium" });
    const moment = page.locator("time[title]").first();
    expect(await moment.getAttribute("title")).toContain(day.format(new Date()).slice(0, 6));
    await page.emulateMedia({ media: "print" });
    await page.locator("[data-page]").getByText("Second Chance", { exact: true }).waitFor();
    await page.goto(`/cards?id=${pet.id}`);
    await page.locator("[data-sheets]").getByText("Second Chance").waitFor();
    await page.emulateMedia({ media: "screen" });

    await page.goto("/store");
    await name.fill("Third Chance");
    await page.keyboard.press("Enter");
    await notice(page, "Saved the settings of the store").waitFor();
    // The undo is faked as well, because the real store has no name.
    await page.route("**/v1/actions?key=*", (route) => route.fulfill({ json: [actionOf()] }));
    await page.route("**/v1/actions/1-1/undo", async (route) => {
      restore({ name: "Second Chance" });
      await route.fulfill({ status: 202, json: actionOf({ status: "undone", job: jobOf() }) });
    });
    await button(page.getByLabel("Notices"), "Undo").first().click();
    await notice(page, "Put back the settings of the store").waitFor();
    await expect.poll(() => name.inputValue()).toBe("Second Chance");
    await page.getByRole("banner").getByText("Second Chance").waitFor();
  });

  test("makes a small logo of any picture, and shows it in the menu and on prints", async ({ open, api }) => {
    const pet = await addPet(api);
    const page = await open("/store", { role: "manager" });
    const { path, answer } = fakeStore();
    const sent: StoreChange[] = [];
    await page.route(path, (route) => {
      if (route.request().method() === "PATCH") sent.push(route.request().postDataJSON() as StoreChange);
      return answer(route);
    });
    await page.reload();
    const logo = page.getByRole("group", { name: "Logo" });
    const choose = logo.locator("input[type=file]");
    await choose.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("not a picture") });
    await logo.getByText("This file is not a picture that the browser can read.").waitFor();
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 900, height: 600 } });
    await choose.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: picture });
    const shown = logo.getByRole("img", { name: "Logo" });
    await shown.waitFor();
    await expectNone(logo.getByRole("alert"), logo.getByRole("button", { name: "Remove the logo" }));
    expect(await findViolations(page)).toEqual([]);
    await button(page, "Save").click();
    await notice(page, "Saved the settings of the store").waitFor();
    expect(sent.map((body) => Object.keys(body))).toEqual([["logo"]]);
    const made = sent[0]?.logo ?? "";
    expect(made).toMatch(/^data:image\/webp;base64,/);
    expect(made.length).toBeLessThanOrEqual(MAX_LOGO_LENGTH);
    const { width } = await sizeOf(shown);
    expect(width).toBeLessThanOrEqual(MAX_LOGO_SIDE);
    const menu = page.getByRole("banner").locator(`img[src="${made}"]`);
    await menu.waitFor();

    await page.goto(`/cards?id=${pet.id}`);
    await page.locator(`[data-sheets] img[src="${made}"]`).waitFor();
    await page.goto("/history");
    await page.emulateMedia({ media: "print" });
    await page.locator(`[data-page] img[src="${made}"]`).waitFor();
    await page.emulateMedia({ media: "screen" });

    await page.goto("/store");
    await button(logo, "Remove the logo").click();
    await button(page, "Save").click();
    await expect.poll(() => sent.at(-1)).toEqual({ logo: null });
    await page.getByRole("banner").locator('img[src="/favicon.svg"]').waitFor();
  });

  test("refuses a placeholder that stands for nothing, and keeps what was typed", async ({ open }) => {
    const page = await open("/store", { role: "manager" });
    const text = page.getByRole("textbox", { name: "Text for contracts" });
    await text.fill("For {buyer}");
    await button(page, "Save").click();
    await page.getByText("Has a word in braces that stands for nothing").waitFor();
    expect(await text.inputValue()).toBe("For {buyer}");
    await text.fill("");
  });

  test("tells a clerk who sets it up", async ({ open }) => {
    const page = await open("/store", { role: "clerk" });
    await expectNone(page.getByRole("textbox", { name: "Name" }), page.getByText("Managers set up the store"));
  });
});

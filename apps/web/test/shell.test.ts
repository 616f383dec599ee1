import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hasBrowser, highlightedOption, test, unique } from "./support/browser.js";
import { heading, navigation, openPalette } from "./support/shell.js";

/** Exchanges the page's session for a key, and sends a request with it. */
const statusWithKeyOf = async (page: Page, address: string, path: string): Promise<number> => {
  const answer = await page.request.post(`${address}/auth/key`, { headers: { origin: address } });
  const { key } = (await answer.json()) as { readonly key: string };
  return (await fetch(`${address}/v1${path}`, { headers: { authorization: `Bearer ${key}` } })).status;
};

describe.skipIf(!hasBrowser)("roles", () => {
  test("hide the pages of managers and owners from clerks, and the server refuses", async ({ open, address }) => {
    const page = await open("/animals", { role: "clerk" });
    await heading(page, "Animals").waitFor();
    const links = await navigation(page).getByRole("link").allInnerTexts();
    expect(links).toEqual(["Today", "Animals", "Orders", "Customers", "History", "Report", "Categories", "My account"]);
    expect(await statusWithKeyOf(page, address, "/api-keys")).toBe(403);
  });

  test("show managers imports and keys, but not the staff", async ({ open }) => {
    const page = await open("/animals", { role: "manager" });
    await heading(page, "Animals").waitFor();
    const links = await navigation(page).getByRole("link").allInnerTexts();
    expect(links).toContain("Keys");
    expect(links).not.toContain("Staff");
  });
});

describe.skipIf(!hasBrowser)("the command palette", () => {
  test("opens by Ctrl+K, finds an animal by its name and opens it", async ({ open, api }) => {
    const name = unique("Palette");
    const created = await api.pets.createPet({ body: { name, categoryId: 1 } });
    if (created.status !== 201) throw new Error("The animal was not made.");
    const page = await open("/orders", { role: "clerk" });
    await heading(page, "Orders").waitFor();
    await openPalette(page);
    await page.keyboard.type(name);
    await highlightedOption(page, name).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/animals?open=${created.body.id}`);
  });

  test("finds a page by the start of its name, and returns the focus", async ({ open }) => {
    const page = await open("/", { role: "clerk" });
    const button = page.getByRole("button", { name: "Search and commands" });
    const field = page.getByRole("combobox", { name: "Search and commands" });
    await button.click();
    await page.locator("[role=combobox]:focus").waitFor();
    await page.keyboard.type("no such thing at all");
    await page.getByText("Nothing found").waitFor();
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "detached" });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await openPalette(page);
    await page.keyboard.type("categ");
    await highlightedOption(page, "Categories").waitFor();
    await page.keyboard.press("Enter");
    await heading(page, "Categories").waitFor();
  });
});

describe.skipIf(!hasBrowser)("keyboard shortcuts", () => {
  test("g and then a letter opens a page, but not while a field has the focus", async ({ open }) => {
    const page = await open("/", { role: "clerk" });
    await heading(page, "Today").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("o");
    await heading(page, "Orders").waitFor();
    await openPalette(page);
    await page.keyboard.type("Vegas?");
    expect(await page.getByRole("combobox", { name: "Search and commands" }).inputValue()).toBe("Vegas?");
    expect(new URL(page.url()).pathname).toBe("/orders");
  });
});

describe.skipIf(!hasBrowser)("the frame", () => {
  test("the phone has tabs for the daily pages, and More opens the others and closes after a choice", async ({
    open,
  }) => {
    const page = await open("/", { role: "clerk", width: 390 });
    await heading(page, "Today").waitFor();
    const links = navigation(page).getByRole("link");
    const more = navigation(page).getByRole("button", { name: "More" });
    expect(await links.allInnerTexts()).toEqual(["Today", "Animals", "Orders", "Customers"]);
    await links.filter({ hasText: "Orders" }).click();
    await heading(page, "Orders").waitFor();
    await more.click();
    await links.filter({ hasText: "History" }).click();
    await heading(page, "History").waitFor();
    await links.filter({ hasText: "History" }).waitFor({ state: "hidden" });
    await more.press("Enter");
    await links.last().focus();
    await page.keyboard.press("Escape");
    await links.filter({ hasText: "History" }).waitFor({ state: "hidden" });
    expect(await more.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test("an unknown address says so and links back", async ({ open }) => {
    const page = await open("/nowhere", { role: "clerk" });
    await heading(page, "There is no such page").waitFor();
    await page.getByRole("link", { name: "Go to Today" }).click();
    await heading(page, "Today").waitFor();
  });
});

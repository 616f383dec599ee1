import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { accountOf, highlightedOption, type OpenOptions, test, unique } from "../support/browser.js";

type Open = (path: string, options?: OpenOptions) => Promise<Page>;

const MAX_TABS = 80;

/** Returns roughly what a screen reader would call the element with the focus. */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null) return "";
    const labels = focused instanceof HTMLInputElement || focused instanceof HTMLSelectElement ? focused.labels : null;
    const label = [...(labels ?? [])].map(({ textContent }) => textContent).join(" ");
    return (focused.getAttribute("aria-label") ?? (label === "" ? focused.textContent : label)).trim();
  });

/** Presses Tab until the element with the focus has this name. */
const tabTo = async (page: Page, name: string): Promise<void> => {
  const passed: string[] = [];
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const focused = await focusedName(page);
    if (focused === name) return;
    passed.push(focused.slice(0, 40));
    // oxlint-disable-next-line no-await-in-loop
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to "${name}", but to: ${passed.join(" | ")}`);
};

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  // oxlint-disable-next-line no-await-in-loop
  for (const key of keys) await page.keyboard.press(key);
};

const enter = async (page: Page, name: string): Promise<void> => {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
};

const waitForFocus = (page: Page, selector: string) => page.locator(`${selector}:focus`).waitFor();
const waitForText = (page: Page, text: string) => page.getByText(text).first().waitFor();
const waitForHeading = (page: Page, name: string) =>
  page.getByRole("heading", { name, exact: true, level: 1 }).waitFor();

const signInByKeyboard = async (open: Open, role: "manager" | "clerk" = "manager"): Promise<Page> => {
  const { email, password } = await accountOf(role);
  const page = await open("/", { role: null, allow: [/status of 401/] });
  await waitForFocus(page, "input[name=email]");
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await waitForHeading(page, "Today");
  return page;
};

describe("by keyboard alone", () => {
  test("a clerk signs in, finds an animal, marks it sold and takes it back", async ({ open, api }) => {
    const name = unique("Luna");
    await api.pets.createPet({ body: { name, categoryId: 1 } });
    const statusOf = async () => {
      const { body } = await api.pets.listPets({ query: { name } });
      return Array.isArray(body) ? body.map(({ status }) => status) : body;
    };
    const page = await signInByKeyboard(open, "clerk");
    await press(page, "g", "a");
    await waitForHeading(page, "Animals");
    await page.locator("[data-row]").first().waitFor();
    await press(page, "/");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await page.locator("[data-row] a:focus", { hasText: name }).waitFor();
    await press(page, "s", "s");
    await waitForText(page, `${name} is sold`);
    expect(await statusOf()).toEqual(["sold"]);
    await page.keyboard.press("Control+z");
    await waitForText(page, `${name} is available again`);
    expect(await statusOf()).toEqual(["available"]);
  });

  test("a clerk adds an animal in a new category", async ({ open, api }) => {
    const [name, kind] = [unique("Ada"), unique("Ferrets")];
    const page = await signInByKeyboard(open, "clerk");
    await press(page, "g", "a");
    await waitForHeading(page, "Animals");
    await page.locator("[data-row]").first().waitFor();
    await press(page, "n");
    await waitForFocus(page, "[data-drawer] input[name=name]");
    await page.keyboard.type(name);
    await press(page, "Tab", "Enter");
    await waitForFocus(page, "input[role=combobox]");
    await page.keyboard.type(kind);
    await waitForText(page, `Add the category “${kind}”`);
    await page.keyboard.press("Enter");
    await page.locator("[data-drawer] [role=combobox]", { hasText: kind }).waitFor();
    await enter(page, "Save");
    await waitForText(page, `Added ${name}`);
    expect((await api.pets.listPets({ query: { name } })).body).toHaveLength(1);
  });

  test("a manager imports a file", async ({ open, api }) => {
    const name = unique("Imp");
    const page = await signInByKeyboard(open);
    await press(page, "g", "i");
    await waitForHeading(page, "Import");
    // From here on Playwright intercepts file choosers, which takes it a moment.
    const opened = page.waitForEvent("filechooser");
    await tabTo(page, "Choose a file");
    await page.keyboard.press("Space");
    const buffer = Buffer.from(`name,category,status\n${name} A,Dog,sold\n${name} B,Cat,available\n`);
    await (await opened).setFiles({ name: "pets.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Check the file" }).waitFor();
    await enter(page, "Check the file");
    await page.getByRole("heading", { name: "What would be added" }).waitFor();
    await enter(page, "Add 2 animals");
    await waitForText(page, "No row was left out");
    expect((await api.pets.listPets({ query: { name } })).body).toMatchObject([
      { status: "sold" },
      { status: "available" },
    ]);
  });

  test("a manager merges two categories", async ({ open, api }) => {
    const word = unique("Breed");
    const [from, into] = [`${word} typo`, `${word} right`];
    const made = await Promise.all([from, into].map((name) => api.categories.createCategory({ body: { name } })));
    const [wrong, right] = made.map(({ status, body }) => (status === 201 ? body.id : 0)) as [number, number];
    await api.pets.createPetBatch({ body: [1, 2, 3].map((at) => ({ name: unique(`Pet ${at}`), categoryId: wrong })) });
    const page = await signInByKeyboard(open);
    await press(page, "g", "c");
    await waitForHeading(page, "Categories");
    await page.locator("[data-row]").first().waitFor();
    await press(page, "/");
    await page.keyboard.type(word);
    await waitForText(page, "2 categories found");
    await enter(page, `Merge ${from} into another category`);
    await waitForFocus(page, "[role=combobox]");
    await page.keyboard.type(into);
    await highlightedOption(page, into).waitFor();
    await page.keyboard.press("Enter");
    await waitForText(page, `3 animals of ${from} move to ${into}.`);
    await enter(page, `Merge into ${into}`);
    await waitForText(page, `Merged ${from} into ${into}, which has 3 animals now`);
    const [gone, merged] = await Promise.all(
      [wrong, right].map((categoryId) => api.categories.getCategory({ params: { categoryId } })),
    );
    expect([gone?.status, merged?.body]).toMatchObject([404, { petCount: 3 }]);
  });

  test("a manager makes a key that works", async ({ open }) => {
    const name = unique("Till");
    const page = await signInByKeyboard(open);
    await press(page, "g", "k");
    await waitForHeading(page, "Keys");
    await enter(page, "New key");
    await waitForFocus(page, "[role=dialog] input[name=name]");
    await page.keyboard.type(name);
    await enter(page, "Make the key");
    const key = await page.getByRole("textbox", { name: "The key" }).inputValue();
    await enter(page, "Copy");
    await page.getByRole("button", { name: "Copied" }).waitFor();
    await enter(page, "Done");
    await page.getByRole("link", { name: `Details of ${name}` }).waitFor();
    const { origin } = new URL(page.url());
    const { status } = await fetch(`${origin}/v1/pets?limit=1`, { headers: { authorization: `Bearer ${key}` } });
    expect(status).toBe(200);
  });
});

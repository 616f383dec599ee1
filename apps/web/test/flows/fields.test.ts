import type { Attribute, NewAttribute } from "@petstore/contract/client";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectNone } from "../support/absence.js";
import { findViolations } from "../support/axe.js";
import { hasBrowser, test, unique } from "../support/browser.js";
import { actionOf } from "../support/examples.js";
import { addPet, type Api } from "../support/rows.js";
import { fakeStore } from "../support/store.js";
import { jobOf } from "../support/undos.js";

const drawer = (page: Page) => page.locator("[data-drawer]");
const notice = (page: Page, text: string) => page.getByLabel("Notices").getByText(text, { exact: true });
const button = (within: Locator | Page, name: string) => within.getByRole("button", { name, exact: true });

/** Returns a label that no other field has, and the name that is derived from it. */
const freshLabel = (word: string) => {
  const label = unique(word);
  return { label, name: label.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_") };
};

const define = async (api: Api, fields: Omit<NewAttribute, "name" | "label">, word: string): Promise<Attribute> => {
  const response = await api.attributes.createAttribute({ body: { ...freshLabel(word), ...fields } as NewAttribute });
  if (response.status !== 201) throw new Error(response.body.message);
  return response.body;
};

const valuesOf = async (api: Api, petId: number) => {
  const response = await api.profiles.getProfile({ params: { petId } });
  if (response.status !== 200) throw new Error(`The service answered ${response.status}.`);
  return response.body.attributes;
};

const namesInOrder = async (api: Api, ...wanted: readonly Attribute[]) => {
  const response = await api.attributes.listAttributes({ query: { limit: 100 } });
  if (response.status !== 200) throw new Error(`The service answered ${response.status}.`);
  return response.body.map(({ name }) => name).filter((name) => wanted.some((one) => one.name === name));
};

describe.skipIf(!hasBrowser)("a store's fields", () => {
  test("are defined by keyboard, filled in, and can be narrowed only if all values fit", async ({ open, api }) => {
    const pet = await addPet(api);
    const { label, name } = freshLabel("Size");
    const page = await open("/fields", { role: "manager", allow: [/status of 409/] });
    await button(page, "New field").first().waitFor();
    await page.keyboard.press("n");
    await page.locator("input[name=label]:focus").waitFor();
    await page.keyboard.type(label);
    await drawer(page).getByLabel("Kind of value").selectOption("choice");
    await button(drawer(page), "Add an option").click();
    await page.keyboard.type("Small");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Very large");
    // The preview has the options before the field is saved.
    await drawer(page).getByLabel(label).selectOption({ label: "Very large" });
    expect(await drawer(page).getByLabel("Name for programs").inputValue()).toBe(name);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Control+Enter");
    await notice(page, `Added the field ${label}`).waitFor();

    await page.goto(`/animals?open=${pet.id}`);
    await button(drawer(page), `Edit ${label}`).click();
    await drawer(page).getByLabel(label).and(page.locator(":focus")).selectOption({ label: "Very large" });
    await page.keyboard.press("Control+Enter");
    await notice(page, `Saved ${pet.name}`).waitFor();
    expect(await valuesOf(api, pet.id)).toEqual({ [name]: "very_large" });

    await page.goto("/fields");
    await page.getByRole("button", { name: label }).first().click();
    await button(drawer(page), "Remove Very large").click();
    await button(drawer(page), "Save").click();
    const link = drawer(page).getByRole("link", { name: `Animal ${pet.id}` });
    await link.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: label }).first().click();
    await button(drawer(page), "Delete").click();
    await button(page.getByRole("alertdialog"), "Delete").click();
    await drawer(page).getByText("cannot be deleted. Archive it").waitFor();
    await button(drawer(page), "Archive").last().click();
    await notice(page, `Archived the field ${label}`).waitFor();
    await drawer(page).waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await notice(page, `Put back the field ${label}`).waitFor();
  });

  test("are reordered by buttons and by dragging, and Undo restores the order", async ({ open, api }) => {
    const [first, second] = [
      await define(api, { type: "text", position: 900_000 }, "A"),
      await define(api, { type: "date", position: 900_010 }, "B"),
    ];
    const page = await open("/fields");
    const row = ({ id }: Attribute) => page.locator(`[data-row="${id}"]`);
    await button(row(second), `Move ${second.label} up`).click();
    await notice(page, `Moved ${second.label}`).waitFor();
    expect(await namesInOrder(api, first, second)).toEqual([second.name, first.name]);
    // The button keeps the focus, so the next press moves the field again.
    await button(row(second), `Move ${second.label} up`).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Control+z");
    await notice(page, `Moved ${second.label} back`).waitFor();
    expect(await namesInOrder(api, first, second)).toEqual([first.name, second.name]);
    const topOf = async (field: Attribute) => (await row(field).boundingBox())?.y ?? 0;
    const isBelow = async () => (await topOf(second)) > (await topOf(first));
    await expect.poll(isBelow, { timeout: 10_000 }).toBe(true);
    const drag = async () => {
      const handle = await row(second).getByTitle(`Drag ${second.label} to another place`).boundingBox();
      const target = await row(first).boundingBox();
      if (handle === null || target === null) throw new Error("A row is not drawn.");
      await page.mouse.move(handle.x + 5, handle.y + 5);
      await page.mouse.down();
      await page.mouse.move(handle.x + 5, target.y + 4, { steps: 4 });
      await page.mouse.up();
    };
    await drag();
    // Fields that other tests add may move the rows under the mouse. A drag that misses changes nothing and is
    // repeated.
    const isMoved = () => expect.poll(isBelow, { timeout: 5_000 }).toBe(false);
    await isMoved().catch(async () => {
      await drag();
      await isMoved();
    });
    await expect.poll(() => namesInOrder(api, first, second)).toEqual([second.name, first.name]);
  });
});

describe.skipIf(!hasBrowser)("an animal's details", () => {
  test("follow its category, are saved with its name, and pass axe", async ({ open, api }) => {
    const pet = await addPet(api, { categoryId: 7_400 });
    const weight = await define(api, { type: "number", unit: "kg", maximum: 200, decimals: 1 }, "Weight");
    const labels = await define(api, { type: "labels" }, "Labels");
    const answer = await define(api, { type: "boolean", categoryIds: [7_400] }, "Tame");
    const other = await define(api, { type: "text", categoryIds: [1] }, "Wingspan");
    const old = await define(api, { type: "text" }, "Kennel");
    await api.profiles.updateProfile({ params: { petId: pet.id }, body: { attributes: { [old.name]: "12 B" } } });
    await api.attributes.updateAttribute({ params: { attributeId: old.id }, body: { isArchived: true } });
    const page = await open(`/animals?open=${pet.id}`, { role: "clerk", allow: [/status of 400/] });
    const details = drawer(page).locator("section", { has: page.getByRole("heading", { name: "Details" }) });
    await details.getByText("12 B").waitFor();
    await expectNone(details.getByText(other.label), details.getByText(answer.label));
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await findViolations(page)).toEqual([]);
    await details.getByRole("button", { name: `Edit ${weight.label}` }).click();
    await details.getByLabel(`${weight.label} (kg)`).and(page.locator(":focus")).fill("500");
    await details.getByRole("group", { name: answer.label }).getByText("Yes", { exact: true }).click();
    await details.getByLabel(labels.label).fill("shy");
    await page.keyboard.press("Enter");
    await details.getByLabel(labels.label).fill("calm");
    await button(details, `Clear ${old.label}`).click();
    await drawer(page).getByLabel("Name", { exact: true }).fill(`${pet.name} II`);
    await button(drawer(page), "Save").click();
    // Either everything is saved or nothing, so the drawer stays open at the refused field.
    await details.getByText("Is more than 200").waitFor();
    await details.getByLabel(`${weight.label} (kg)`).and(page.locator(":focus")).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("27,5");
    await page.keyboard.press("Control+Enter");
    await notice(page, `Saved ${pet.name} II`).waitFor();
    const values = { [weight.name]: 27.5, [labels.name]: ["shy", "calm"], [answer.name]: true };
    expect(await valuesOf(api, pet.id)).toEqual(values);
    await drawer(page).waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await notice(page, `Renamed ${pet.name} II back to ${pet.name}`).waitFor();
  });

  test("are filled in when an animal is added, and named in the history", async ({ open, api }) => {
    const breed = await define(api, { type: "text" }, "Breed");
    const name = unique("Ada");
    await addPet(api, { categoryId: 1 });
    const page = await open("/animals?new=true", { allow: [/status of 412/] });
    await drawer(page).getByLabel("Name", { exact: true }).fill(name);
    await drawer(page).getByRole("combobox", { name: "Category" }).click();
    await page.getByRole("listbox").getByRole("option").first().click();
    await drawer(page).getByLabel(breed.label).fill("Collie");
    await page.keyboard.press("Enter");
    await notice(page, `Added ${name}`).waitFor();
    const found = await api.pets.listPets({ query: { name } });
    const id = found.status === 200 ? found.body[0]?.id : undefined;
    if (id === undefined) throw new Error("There is no animal.");
    // The form begins with today as the day of arrival.
    const arrived_on = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);
    expect(await valuesOf(api, id)).toEqual({ arrived_on, [breed.name]: "Collie" });
    await page.goto(`/animals?open=${id}`);
    await button(drawer(page), `Collie Edit ${breed.label}`).click();
    const input = drawer(page).getByLabel(breed.label);
    await input.fill("Mine");
    // Somebody else changes the value that the page is editing. The page keeps what was typed.
    await api.profiles.updateProfile({ params: { petId: id }, body: { attributes: { [breed.name]: "Theirs" } } });
    await button(drawer(page), "Save").click();
    await drawer(page).getByText(`${breed.label} is now Theirs; yours is kept until you decide.`).waitFor();
    expect([await input.inputValue(), await findViolations(page)]).toEqual(["Mine", []]);
    await button(drawer(page), "Keep mine").click();
    await button(drawer(page), "Save").click();
    await notice(page, `Saved ${name}`).waitFor();
    await page.goto(`/history?subject=profile%3A${id}`);
    await page.getByText(`${breed.label} Theirs`).first().waitFor();
    expect(await page.getByRole("link", { name }).first().getAttribute("href")).toContain(`open=${id}`);
  });
});

describe.skipIf(!hasBrowser)("the list of animals", () => {
  test("shows, sorts and filters by a field, in the address and in a view", async ({ open, api }) => {
    const weight = await define(api, { type: "number", unit: "kg", decimals: 1 }, "Weight");
    const word = unique("Heavy");
    for (const [index, kg] of [30, 5, 12].entries()) {
      const profile = { attributes: { [weight.name]: kg } };
      await api.pets.createPet({ body: { name: `${word} ${index}`, categoryId: 1, profile } });
    }
    const page = await open(`/animals?q=${encodeURIComponent(word)}`);
    const rows = page.locator("tbody [data-row]");
    await expect.poll(() => rows.count()).toBe(3);
    await button(page, "Choose columns").click();
    const choice = page.getByRole("menuitemcheckbox", { name: weight.label });
    const cell = page.getByRole("cell", { name: "12\u00A0kg" });
    // All of these animals have a weight, so its column shows until it is hidden.
    await cell.waitFor();
    await choice.click();
    await cell.waitFor({ state: "detached" });
    await choice.click();
    await cell.waitFor();
    await page.keyboard.press("Escape");
    await button(page, weight.label).click();
    await expect
      .poll(async () => (await rows.allInnerTexts()).map((text) => /\d+(?=\u00A0kg)/.exec(text)?.[0]))
      .toEqual(["5", "12", "30"]);
    await button(page, "Filter").click();
    await page.getByRole("menuitem", { name: weight.label }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("From (kg)").fill("10");
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await button(page, `Remove the filter ${weight.label}: from 10\u00A0kg`).waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    expect(await findViolations(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => rows.count()).toBe(2);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator("li[data-row]", { hasText: "12\u00A0kg" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await button(page, "Views").click();
    await page.getByRole("menuitem", { name: "Save this view…" }).click();
    await dialog.getByLabel("Name").fill(word);
    await button(dialog, "Save view").click();
    await notice(page, `Saved the view “${word}”`).waitFor();
    const views = await api.views.listViews();
    const saved = views.status === 200 ? views.body.find(({ name }) => name === word) : undefined;
    expect(saved?.query).toMatchObject({ attributes: { [weight.name]: ["10.."] }, sort: `attributes.${weight.name}` });
  });

  test("sets a value for many animals of its category, and Undo restores each", async ({ open, api }) => {
    const pets = [await addPet(api), await addPet(api), await addPet(api, { categoryId: 2 })];
    const [first, second, other] = pets.map(({ id }) => id) as [number, number, number];
    const one = await define(api, { type: "number", minimum: 0, maximum: 50, categoryIds: [1] }, "Weight");
    await api.profiles.updateProfile({ params: { petId: first }, body: { attributes: { [one.name]: 7 } } });
    const page = await open(`/animals?id=${first}&id=${second}&id=${other}`, {
      role: "clerk",
      allow: [/status of 400/],
    });
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await button(page, "Change a field…").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Field").selectOption(one.name);
    await dialog.getByLabel(one.label).fill("70");
    expect(await findViolations(page)).toEqual([]);
    await button(dialog, "Continue").click();
    await dialog.getByText(`${one.label}: Is more than 50`, { exact: false }).waitFor();
    await button(dialog, "Enter another value").click();
    await dialog.getByLabel(one.label).fill("12");
    await button(dialog, "Continue").click();
    await dialog.getByText(`${pets[2]?.name} (${other})`).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await button(dialog, "Change 2 animals").click();
    await notice(page, `Changed ${one.label} of 2 animals`).waitFor();
    const values = () => Promise.all([first, second, other].map((id) => valuesOf(api, id)));
    expect(await values()).toEqual([{ [one.name]: 12 }, { [one.name]: 12 }, {}]);
    await page.getByRole("button", { name: "Undo" }).click();
    await notice(page, `Put back ${one.label} of 2 animals`).waitFor();
    expect(await values()).toEqual([{ [one.name]: 7 }, {}, {}]);
  });
});

describe.skipIf(!hasBrowser)("the store's status names", () => {
  const editing = /status of 400/;

  test("are set by a manager, show on other pages, and reach a clerk", async ({ open, api }) => {
    const pet = await addPet(api, { status: "sold" });
    const status = (within: Page, word: string) => button(within, `${word}: status of ${pet.name}`).first().waitFor();
    const page = await open("/fields", { role: "manager", allow: [editing] });
    const tabs = page.getByRole("navigation", { name: "Parts of this page" });
    await tabs.getByRole("link", { name: "Words for statuses" }).click();
    await page.waitForURL("**/fields?tab=statuses");
    const sold = page.getByRole("textbox", { name: "Sold" });
    await sold.fill("Available");
    await button(page, "Save").click();
    await page.getByText("Must differ from the names of available: choose another name").waitFor();
    expect(await findViolations(page)).toEqual([]);

    const { path, answer, restore } = fakeStore();
    await page.route(path, answer);
    await sold.fill("Adopted");
    await page.keyboard.press("Enter");
    await notice(page, "Saved the status names").waitFor();
    await page.goto(`/animals?q=${pet.name}`);
    await status(page, "Adopted");
    await page.goto("/");
    await page.getByText("Adopted", { exact: true }).first().waitFor();
    await page.goto("/fields?tab=statuses");
    expect(await sold.inputValue()).toBe("Adopted");

    const other = await open("/fields?tab=statuses", { role: "clerk" });
    await expectNone(other.getByRole("textbox", { name: "Sold" }), other.getByText("Managers define the fields"));
    await other.route(path, answer);
    await other.evaluate(() => localStorage.removeItem("store"));
    await other.goto(`/animals?q=${pet.name}`);
    await status(other, "Adopted");

    await sold.fill("");
    await page.keyboard.press("Enter");
    await notice(page, "Saved the status names").waitFor();
    // The undo is faked as well, because the real store still has the usual words.
    const undone = actionOf({ status: "undone", job: jobOf() });
    await page.route("**/v1/actions?key=*", (route) => route.fulfill({ json: [actionOf()] }));
    await page.route("**/v1/actions/1-1/undo", async (route) => {
      restore({ statusNames: { sold: "Adopted" } });
      await route.fulfill({ status: 202, json: undone });
    });
    await button(page.getByLabel("Notices"), "Undo").first().click();
    await notice(page, "Put back the status names").waitFor();
    await expect.poll(() => sold.inputValue()).toBe("Adopted");
  });
});

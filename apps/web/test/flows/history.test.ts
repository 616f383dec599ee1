import type { Locator, Page } from "playwright-core";
import type { Client, Pet, PetFields } from "@petstore/contract/client";
import { describe, expect } from "vitest";
import { expectGone, expectNone, expectOnlyThere } from "../support/absence.js";
import { findViolations } from "../support/axe.js";
import { accountOf, hasBrowser, test, unique } from "../support/browser.js";
import { placeOrder } from "../support/rows.js";
import { createPerson, openAs } from "../support/people.js";

type Api = Client;

const addPet = async (api: Api, name = unique("Luna")): Promise<Pet> => {
  const response = await api.pets.createPet({ body: { name, categoryId: 1 } });
  if (response.status !== 201) throw new Error(response.body.message);
  return response.body;
};

const fieldsOf = ({ id: _, ...fields }: Pet): PetFields => fields;

const change = async (api: Api, id: number, from: PetFields | null, to: PetFields | null) => {
  const response = await api.pets.changePets({ body: [{ id, from, to }] });
  if (response.status !== 200 || response.body.left.length > 0) throw new Error(JSON.stringify(response.body));
};

const find = async (api: Api, id: number): Promise<Pet | undefined> => {
  const response = await api.pets.listPets({ query: { id: [id] } });
  return response.status === 200 ? response.body[0] : undefined;
};

const isWide = () => document.documentElement.scrollWidth > innerWidth;

/** Adds a filter by the menu of the bar. */
const setFilter = async (page: Page, name: string, fill: (dialog: Locator) => Promise<unknown>) => {
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("menuitem", { name }).click();
  await fill(dialog);
  await dialog.getByRole("button", { name: "Apply" }).click();
  await dialog.waitFor({ state: "detached" });
};

describe.skipIf(!hasBrowser)("the history page", () => {
  test("restores a deleted animal with its number", async ({ open, api }) => {
    const pet = await addPet(api);
    await change(api, pet.id, fieldsOf(pet), null);
    const page = await open(`/history?subject=pet:${pet.id}`, { role: "manager" });
    const deletion = page.locator("[data-row]", { hasText: "deleted" });
    await deletion.getByRole("button", { name: `Undo: ${pet.name}` }).click();
    await page.getByLabel("Notices").getByText(`Brought back ${pet.name}`).waitFor();
    expect(await find(api, pet.id)).toEqual(pet);
    await page.locator("[data-row]").nth(2).waitFor();
    // Undoing the restoration deletes the animal again.
    await page.keyboard.press("Control+z");
    await page.locator("[data-row]").nth(3).waitFor();
    expect(await find(api, pet.id)).toBeUndefined();
  });

  test("undoes a bulk change as one action, and still lists what was left out after a reload", async ({
    open,
    api,
  }) => {
    // Other tests mark fewer animals as sold at the same time.
    const pets = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(() => addPet(api)));
    const [first] = pets as [Pet];
    const sold = (pet: Pet) => ({ ...fieldsOf(pet), status: "sold" as const });
    await api.pets.changePets({
      body: pets.map((pet) => ({ id: pet.id, from: fieldsOf(pet), to: sold(pet) })),
      headers: { "action-key": crypto.randomUUID() },
    });
    await change(api, first.id, sold(first), { ...sold(first), name: `${first.name} II` });
    const page = await open("/history", { role: "manager" });
    const row = page.locator("[data-row]", { hasText: "marked 7 animals sold" }).first();
    await row.getByRole("button", { name: "Undo all: marked 7 animals sold" }).click();
    await row.getByText("Partly undone").waitFor();
    await page.reload();
    await row.getByRole("button", { name: /^Before and after/ }).click();
    await row.getByText(`${first.name} II: changed since`).waitFor();
    await row.getByText("Available to Sold").first().waitFor();
    expect((await find(api, pets[1]?.id ?? 0))?.status).toBe("available");
    expect(await findViolations(page)).toEqual([]);
  });

  test("undoes several changes together by keyboard alone", async ({ open, api }) => {
    const pet = await addPet(api);
    const first = fieldsOf(pet);
    await change(api, pet.id, first, { ...first, status: "pending" });
    await change(api, pet.id, { ...first, status: "pending" }, { ...first, status: "sold" });
    const page = await open(`/history?subject=pet:${pet.id}&action=pet.update`);
    await page.locator("[data-row]").nth(1).waitFor();
    for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
    await page.getByText("2 changes selected").waitFor();
    await page.getByRole("button", { name: "Undo 2 changes" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Undid 2 changes").first().waitFor();
    expect(await find(api, pet.id)).toEqual(pet);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
  });

  test("clears the selection when a filter changes", async ({ open, api }) => {
    const pet = await addPet(api);
    await change(api, pet.id, fieldsOf(pet), { ...fieldsOf(pet), status: "sold" });
    const page = await open(`/history?subject=pet:${pet.id}`);
    await page.locator("[data-row]").nth(1).getByRole("checkbox").check();
    await page.getByText("1 change selected").waitFor();
    await page.getByRole("button", { name: "Clear selection" }).click();
    await page
      .getByRole("checkbox", { name: "Select all on this page that can be undone" })
      .and(page.locator(":focus"))
      .waitFor();
    await page.locator("[data-row]").nth(1).getByRole("checkbox").check();
    await page.getByText("1 change selected").waitFor();
    await setFilter(page, "Action", (dialog) => dialog.getByLabel("Action").selectOption("Animal changed"));
    await expectGone(page.getByRole("button", { name: "Undo 1 change" }), page.getByText("1 change on this page"));
  });

  test("asks for a decision if somebody else has changed the animal since", async ({ open, api }) => {
    const pet = await addPet(api);
    const sold = { ...fieldsOf(pet), status: "sold" as const };
    await change(api, pet.id, fieldsOf(pet), sold);
    await change(api, pet.id, sold, { ...sold, name: `${pet.name} II` });
    const page = await open(`/history?subject=pet:${pet.id}`);
    const row = page.locator("[data-row]", { hasText: "Available to Sold" });
    await row.getByRole("button", { name: /^Undo/ }).click();
    await page.getByLabel("Notices").getByRole("button", { name: "Decide field by field" }).click();
    const dialog = page.getByRole("dialog", { name: `(animal ${pet.id}) has changed since you saw it` });
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.locator("[data-row]", { hasText: "Sold to Available" }).waitFor();
    expect(await find(api, pet.id)).toEqual({ ...pet, name: `${pet.name} II` });
  });

  test("says why an order's changes cannot be undone, and offers no undo", async ({ open, api }) => {
    const pet = await addPet(api);
    const { id: orderId } = await placeOrder(api, pet.id);
    for (const status of ["approved", "delivered"] as const) {
      // oxlint-disable-next-line no-await-in-loop
      await api.orders.updateOrder({ params: { orderId }, body: { status } });
    }
    const page = await open(`/history?subject=pet:${pet.id}&action=pet.update`, { role: "clerk" });
    const delivery = page.locator("[data-row]", { hasText: "Pending to Sold" });
    await delivery.getByText(`by order ${orderId}`).waitFor();
    expect(await page.getByRole("button", { name: /^Undo/ }).count()).toBe(0);
    await delivery.getByRole("button", { name: /^Before and after/ }).click();
    await delivery.getByText(`Order ${orderId} made this change, and orders only go forward.`).waitFor();
    await page.keyboard.press("x");
    await expectNone(page.getByText("1 change selected"), page.getByText(/changes? on this page/));
  });

  test("undoes the change of a category only if the category has not changed since", async ({ open, api }) => {
    const [old, name] = [unique("Old"), unique("New")];
    const made = await api.categories.createCategory({ body: { name: old } });
    if (made.status !== 201) throw new Error("There is no category.");
    const categoryId = made.body.id;
    await api.categories.updateCategory({ params: { categoryId }, body: { name } });
    const page = await open(`/history?subject=category:${categoryId}`, { role: "manager" });
    const creation = page.locator("[data-row]", { hasText: "added the category" });
    await creation.getByRole("button", { name: `Undo: ${old}` }).click();
    await page.getByLabel("Notices").getByText(`${name}: changed since`).waitFor();
    await page
      .locator("[data-row]", { hasText: "renamed the category" })
      .getByRole("button", { name: /^Undo/ })
      .click();
    await page.getByText(`Put back ${old}`).waitFor();
    expect((await api.categories.getCategory({ params: { categoryId } })).body).toMatchObject({ name: old });
  });

  test("shows the values before and after on the phone, and says why a merge has no undo", async ({ open, api }) => {
    const [wrong, right] = await Promise.all(
      ["Wrong", "Right"].map((name) => api.categories.createCategory({ body: { name: unique(name) } })),
    );
    if (wrong?.status !== 201 || right?.status !== 201) throw new Error("There are no categories.");
    await api.categories.mergeCategory({ params: { categoryId: wrong.body.id }, body: { into: right.body.id } });
    const page = await open(`/history?subject=category:${wrong.body.id}`, { width: 390, theme: "dark" });
    const merge = page.locator("[data-row]", { hasText: "merged the category" });
    await merge.getByText(`${right.body.name}`).waitFor();
    await merge.getByRole("button", { name: /^Before and after/ }).click();
    const pets = await open(`/history?subject=pet:${(await addPet(api)).id}`);
    await expectOnlyThere((at: Locator) => at.getByRole("button", { name: /^Undo/ }), {
      there: pets.locator("[data-row]"),
      notHere: merge,
      settled: merge.getByText("A merge cannot be undone"),
    });
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate(isWide)).toBe(false);
  });

  test("keeps its filters in the address, and can clear them", async ({ open, api }) => {
    const pet = await addPet(api);
    const page = await open("/history");
    const change = (words: RegExp) => page.getByRole("button", { name: words }).click();
    const dialog = page.getByRole("dialog");
    await setFilter(page, "What", async () => {
      await dialog.getByLabel("What", { exact: true }).selectOption("Animals");
      await dialog.getByLabel("Number").fill(String(pet.id));
    });
    await setFilter(page, "Days", () => dialog.getByLabel("From").fill("2026-01-31"));
    await page.waitForURL(
      (url) => url.searchParams.get("subject") === `pet:${pet.id}` && url.searchParams.has("createdFrom"),
    );
    await page.reload();
    await page.locator("[data-row]", { hasText: pet.name }).waitFor();
    await page.getByRole("button", { name: /^Remove the filter Days: from .*31.*2026$/ }).waitFor();
    await setFilter(page, "Action", () => dialog.getByLabel("Action").selectOption("Animal deleted"));
    await page.getByText("No change matches").waitFor();
    await page.getByText(/^These filters are set: What: Animals \d+ · Action: Animal deleted · Days: /).waitFor();
    await change(/^Change the filter Days|^Days: /);
    expect(await dialog.getByLabel("From").inputValue()).toBe("2026-01-31");
    await dialog.getByLabel("To", { exact: true }).fill("2026-02-28");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.searchParams.has("createdTo"));
    // An action on animals cannot apply to orders, so the choice removes it.
    await change(/^Change the filter What|^What: /);
    await dialog.getByLabel("What", { exact: true }).selectOption("Orders");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForURL((url) => url.searchParams.get("subject") === "order" && !url.searchParams.has("action"));
    await page.getByRole("button", { name: "Clear filters" }).last().click();
    await page.waitForURL(/\/history$/);
    await page.locator("[data-row]").first().waitFor();
  });

  for (const width of [1440, 390]) {
    test(`finds a person without changes on the page, for a clerk at ${width} px`, async ({ open }) => {
      const person = await createPerson("manager", "Petra");
      const page = await open("/history", { role: "clerk", width });
      await page.locator("[data-row]").first().waitFor();
      await page.getByRole("button", { name: "Filter", exact: true }).click();
      await page.getByRole("menuitem", { name: "Who" }).click();
      await page.getByRole("combobox", { name: "Who" }).click();
      await page.getByPlaceholder("Search people and keys").fill(person.name);
      await page.getByRole("option", { name: person.name }).click();
      expect(await findViolations(page)).toEqual([]);
      await page.getByRole("button", { name: "Apply" }).click();
      await page.waitForURL(/actor=account(:|%3A)\d+/);
      await page.reload();
      await page.getByText("No change matches").waitFor();
      await page.getByRole("button", { name: `Remove the filter Who: ${person.name}` }).waitFor();
      expect(await page.content()).not.toContain(person.email);
      expect(await findViolations(page)).toEqual([]);
    });
  }

  test("shows owners the actor's address on hover, on focus and on touch", async ({ open, api }) => {
    const [pet, viewer, { name, email }] = [await addPet(api), await createPerson("owner"), await accountOf("owner")];
    const page = await openAs(open, viewer, `/history?subject=pet:${pet.id}`);
    const who = page.locator("[data-row]").getByRole("button", { name, exact: true });
    const address = page.getByText(email, { exact: true });
    await who.hover();
    await address.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.mouse.move(0, 0);
    await expectGone(address, who);
    // Moves the focus back from the row's own button, over Undo and the animal, to the name.
    for (const key of ["j", "Shift+Tab", "Shift+Tab", "Shift+Tab"]) await page.keyboard.press(key);
    await who.and(page.locator(":focus")).waitFor();
    await address.waitFor();
    await page.keyboard.press("Escape");
    await expectGone(address, who);
    await who.dispatchEvent("click");
    await address.waitFor();
  });

  test("shows keys and accounts to managers who choose to see them", async ({ open }) => {
    const clerk = await open("/history?all=true&action=account.sign_in", { role: "clerk" });
    const manager = await open("/history", { role: "manager" });
    await expectOnlyThere((at: Page) => at.getByRole("switch"), {
      there: manager,
      notHere: clerk,
      settled: clerk.locator("[data-row]").first(),
    });
    await manager.getByRole("switch", { name: "Keys and accounts too" }).click();
    await setFilter(manager, "What", (dialog) => dialog.getByLabel("What").selectOption("Accounts"));
    // The previous rows stay, dimmed, until the new ones arrive.
    await manager.locator("[aria-busy=false] [data-row]", { hasText: "signed in as" }).first().waitFor();
    expect(await findViolations(manager)).toEqual([]);
  });

  test("explains a wrong current password, and names the browser", async ({ open }) => {
    const manager = await open("/history", { role: "manager", allow: [/status of 400/] });
    const status = await manager.evaluate(async () => {
      const body = JSON.stringify({ currentPassword: "not the right one", newPassword: "glacier 9 tulip march" });
      const headers = { "content-type": "application/json" };
      return (await fetch("/auth/change-password", { method: "POST", headers, body })).status;
    });
    expect(status).toBe(400);
    await manager.goto(`${new URL(manager.url()).origin}/history?all=true&action=account.change_password_failed`);
    const row = manager.locator("[data-row]", { hasText: "gave a wrong current password for" }).first();
    await row.getByRole("button").first().click();
    await manager.getByText("Browser", { exact: true }).waitFor();
  });
});

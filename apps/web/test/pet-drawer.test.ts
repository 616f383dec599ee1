import { describe, expect } from "vitest";
import { expectNone } from "./support/absence.js";
import { findViolations } from "./support/axe.js";
import { hasBrowser, test, unique } from "./support/browser.js";
import { addPet, countNamed, drawer, nameField, notice, readPet } from "./support/pet-drawer.js";

describe.skipIf(!hasBrowser)("an animal's drawer", () => {
  for (const width of [1440, 390]) {
    test(`saves by mouse, undoes from the notice, and passes axe at ${width} px`, async ({ open, api }) => {
      const pet = await addPet(api);
      const page = await open(`/animals?id=${pet.id}&open=${pet.id}`, { width });
      await drawer(page).getByText("Added", { exact: true }).waitFor();
      expect(await findViolations(page)).toEqual([]);
      await nameField(page).fill(`${pet.name} II`);
      await drawer(page).getByText("Sold", { exact: true }).click();
      await drawer(page).getByRole("button", { name: "Save" }).click();
      await notice(page, `Saved ${pet.name} II`).waitFor();
      expect(await readPet(api, pet.id)).toMatchObject({ name: `${pet.name} II`, status: "sold" });
      await page.getByRole("button", { name: "Undo" }).click();
      await notice(page, `Put back ${pet.name} as it was`).waitFor();
      expect(await readPet(api, pet.id)).toEqual(pet);
    });
  }

  test("adds two animals and a category by keyboard alone", async ({ open, api }) => {
    const [first, second, kind] = [unique("Ada"), unique("Bob"), unique("Ferrets")];
    const page = await open("/animals?new=true");
    await page.locator("input[name=name]:focus").waitFor();
    await page.keyboard.type(first);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator("input[role=combobox]:focus").waitFor();
    await page.keyboard.type(kind);
    await page.getByText(`Add the category “${kind}”`).waitFor();
    await page.keyboard.press("Enter");
    await drawer(page).getByRole("combobox").filter({ hasText: kind }).waitFor();
    await page.keyboard.press("Control+Shift+Enter");
    await notice(page, `Added ${first}`).waitFor();
    await expect.poll(() => nameField(page).inputValue()).toBe("");
    await page.keyboard.type(second);
    await page.keyboard.press("Control+Enter");
    await notice(page, `Added ${second}`).waitFor();
    await drawer(page).waitFor({ state: "detached" });
    expect([await countNamed(api, first), await countNamed(api, second)]).toEqual([1, 1]);
  });

  test("keeps a draft when the drawer closes and the page is reloaded", async ({ open, api }) => {
    const pet = await addPet(api);
    const page = await open(`/animals?id=${pet.id}&open=${pet.id}`);
    await nameField(page).fill("Not saved");
    await page.keyboard.press("Escape");
    await notice(page, `Your changes to ${pet.name} are kept, not saved`).waitFor();
    await page.goto(`/animals?open=${pet.id}`);
    await drawer(page).getByText("You have changes here that are not saved yet.").waitFor();
    expect(await nameField(page).inputValue()).toBe("Not saved");
    await drawer(page).getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => nameField(page).inputValue()).toBe(pet.name);
  });

  test("deletes with undo, but not while an open order holds the animal", async ({ open, api }) => {
    const [free, held] = [await addPet(api), await addPet(api)];
    await api.orders.createOrder({ body: { petId: held.id, reference: "PO-7" } });
    const page = await open(`/animals?id=${free.id}&id=${held.id}&open=${free.id}`);
    const deleteButton = drawer(page).getByRole("button", { name: "Delete" });
    await deleteButton.click();
    await notice(page, `Deleted ${free.name}`).waitFor();
    expect(await readPet(api, free.id)).toBeUndefined();
    // In a dialog, the keys would go to its fields.
    await drawer(page).waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await notice(page, `Brought back ${free.name}`).waitFor();
    expect(await readPet(api, free.id)).toEqual(free);
    await page.goto(`/animals?open=${held.id}`);
    await drawer(page).getByText("PO-7").waitFor();
    await expectNone(deleteButton, drawer(page).getByText("An open order holds this animal"));
  });

  test("steps through the list by [ and ]", async ({ open, api }) => {
    const [first, second] = [await addPet(api), await addPet(api)];
    const page = await open(`/animals?id=${first.id}&id=${second.id}&open=${first.id}`);
    await expect.poll(() => nameField(page).inputValue()).toBe(first.name);
    await page.keyboard.press("]");
    await expect.poll(() => nameField(page).inputValue()).toBe(second.name);
    // This key belongs to the list below, which the drawer covers.
    await page.keyboard.press("n");
    await page.keyboard.press("[");
    await expect.poll(() => nameField(page).inputValue()).toBe(first.name);
    expect(await page.getByRole("dialog", { name: "New animal" }).count()).toBe(0);
  });
});

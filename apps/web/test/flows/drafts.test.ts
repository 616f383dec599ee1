import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hasBrowser, test, unique } from "../support/browser.js";
import { shows } from "../support/pet-list.js";
import { addPet, placeOrder } from "../support/rows.js";

const drawer = (page: Page) => page.locator("[data-drawer]");
const noteField = (page: Page) => drawer(page).getByLabel("New note");
const nameField = (page: Page) => drawer(page).getByLabel("Name");

/** Types like a person, because a browser asks before leaving only if somebody has interacted with the page. */
const type = async (field: Locator, text: string) => {
  await field.click();
  await field.press("Control+a");
  await field.pressSequentially(text);
};

/** Reloads the page, and confirms if the browser asks whether to leave it. @returns whether it asked */
const reload = async (page: Page): Promise<boolean> => {
  let hasAsked = false;
  page.once("dialog", (dialog) => {
    hasAsked = dialog.type() === "beforeunload";
    void dialog.accept();
  });
  await page.reload();
  page.removeAllListeners("dialog");
  return hasAsked;
};

/** Closes the tab, and chooses to stay when the browser asks. */
const closeAndStay = async (page: Page): Promise<string> => {
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  await dialog.dismiss();
  return dialog.type();
};

describe.skipIf(!hasBrowser)("unsaved text", () => {
  test("survives a reload in a field and in a new note of an animal", async ({ open, api }) => {
    const pet = await addPet(api);
    const [name, text] = [unique("Luna"), unique("Shy")];
    const page = await open(`/animals?id=${pet.id}&open=${pet.id}`);
    await type(nameField(page), name);
    await type(noteField(page), text);
    expect(await reload(page)).toBe(true);
    await expect.poll(() => noteField(page).inputValue()).toBe(text);
    expect(await nameField(page).inputValue()).toBe(name);
    await drawer(page).getByRole("button", { name: "Discard" }).first().click();
    await expect.poll(() => nameField(page).inputValue()).toBe(pet.name);
    expect(await reload(page)).toBe(false);
  });

  test("makes the browser ask before it closes the tab", async ({ open, api }) => {
    const pet = await addPet(api);
    const [name, text] = [unique("Luna"), unique("Shy")];
    const page = await open(`/animals?id=${pet.id}&open=${pet.id}`);
    await type(nameField(page), name);
    await type(noteField(page), text);
    expect(await closeAndStay(page)).toBe("beforeunload");
    expect([await nameField(page).inputValue(), await noteField(page).inputValue()]).toEqual([name, text]);
  });

  test("survives a reload and a closed tab in New order", async ({ open, api }) => {
    const pet = await addPet(api);
    const reference = unique("PO");
    const page = await open(`/orders?new=true&petId=${pet.id}`);
    const field = page.getByRole("dialog").getByLabel("Reference");
    await type(field, reference);
    expect(await reload(page)).toBe(true);
    await expect.poll(() => field.inputValue()).toBe(reference);
    await field.click();
    expect(await closeAndStay(page)).toBe("beforeunload");
    expect(await field.inputValue()).toBe(reference);
  });

  test("a draft of an order or a customer is announced on closing, and shown again", async ({ open, api }) => {
    const email = `${unique("ada").replaceAll(" ", ".")}@example.org`;
    const order = await placeOrder(api, (await addPet(api)).id, unique("PO"), {
      customer: { name: "Ada Lovelace", email },
    });
    const text = unique("Rings first");
    const page = await open(`/orders?open=${order.id}`);
    await drawer(page).getByRole("button", { name: "Add note" }).click();
    await drawer(page).getByRole("textbox", { name: "Note" }).fill(text);
    await drawer(page).getByRole("button", { name: "Close" }).first().click();
    await shows(page.getByText(`Your changes to order ${order.id} are kept, not saved`));
    await page.goto(`/orders?open=${order.id}`);
    await expect.poll(() => drawer(page).getByRole("textbox", { name: "Note" }).inputValue()).toBe(text);
    await drawer(page).getByRole("link", { name: "Ada Lovelace" }).click();
    await drawer(page).getByRole("button", { name: "Edit" }).click();
    await drawer(page).getByLabel("Telephone").fill("020 7946");
    await page.keyboard.press("Escape");
    await shows(page.getByText("Your changes to Ada Lovelace are kept, not saved"));
  });
});

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { findViolations } from "../support/axe.js";
import { hasBrowser, test } from "../support/browser.js";
import { addPet, placeOrder } from "../support/rows.js";

const drawer = (page: Page) => page.locator("[data-drawer]");

describe.skipIf(!hasBrowser)("the notes of an animal", () => {
  test("show a warning first, also in the list and at the order, and can be undone", async ({ open, api }) => {
    const pet = await addPet(api);
    const order = await placeOrder(api, pet.id);
    const page = await open(`/animals?q=${encodeURIComponent(pet.name)}&open=${pet.id}`, { role: "clerk" });
    const notes = drawer(page).getByRole("list", { name: "Notes" });
    const warnings = page.getByRole("region", { name: "Warnings" });
    // Searches by the title, because the notice of the previous change may still be the first one.
    const undo = (title: string) =>
      page
        .getByLabel("Notices")
        .getByRole("dialog")
        .filter({ hasText: title })
        .getByRole("button", { name: "Undo" })
        .click();

    await drawer(page).getByLabel("New note").fill("Bites.\nTwo people for the vet.");
    await drawer(page).getByRole("switch", { name: "Warning" }).click();
    await drawer(page).getByLabel("New note").press("Control+Enter");
    await warnings.getByText("Bites. Two people").waitFor();
    await expect.poll(() => drawer(page).getByLabel("New note").inputValue()).toBe("");
    await drawer(page).getByLabel("New note").fill("Loves carrots");
    await drawer(page).getByRole("button", { name: "Add note" }).click();
    await expect.poll(() => notes.getByRole("listitem").allTextContents()).toMatchObject([/^Loves/, /^Bites/]);
    await drawer(page).getByRole("button", { name: "Keep on top: Bites." }).click();
    await expect.poll(() => notes.getByRole("listitem").allTextContents()).toMatchObject([/^Bites/, /^Loves/]);
    expect(await findViolations(page)).toEqual([]);

    await drawer(page).getByRole("button", { name: "Edit: Loves carrots" }).click();
    await drawer(page).getByLabel("Text of the note").fill("Hates carrots");
    await page.keyboard.press("Escape");
    await notes.getByText("Loves carrots").waitFor();
    await drawer(page).getByRole("button", { name: "Edit: Loves carrots" }).click();
    await drawer(page).getByLabel("Text of the note").fill("Hates carrots");
    await drawer(page).getByLabel("Text of the note").press("Control+Enter");
    await notes.getByText("Hates carrots").waitFor();
    await undo("Changed the note “Hates carrots”");
    await notes.getByText("Loves carrots").waitFor();
    await drawer(page).getByRole("button", { name: "Delete: Bites." }).click();
    await warnings.waitFor({ state: "detached" });
    await undo("Deleted the note “Bites.”");
    await warnings.waitFor();

    await page.keyboard.press("Escape");
    await page.getByRole("row").getByTitle("Bites.\nTwo people for the vet.", { exact: true }).waitFor();
    await page.goto(`/orders?open=${order.id}`);
    await warnings.getByText("Bites. Two people").waitFor();
    const { body } = await api.notes.listPetNotes({ params: { petId: pet.id } });
    expect(body).toMatchObject([
      { text: "Bites.\nTwo people for the vet.", isWarning: true, isPinned: true },
      { text: "Loves carrots", isWarning: false, isPinned: false },
    ]);
  });
});

import { describe, expect } from "vitest";
import { expectNone } from "../support/absence.js";
import { hasBrowser, test, unique } from "../support/browser.js";
import { addPet } from "../support/rows.js";

describe.skipIf(!hasBrowser)("an order for a customer", () => {
  test("is placed from an animal, shows its customer, and remains after both are deleted", async ({ open, api }) => {
    const [first, second] = [await addPet(api), await addPet(api)];
    const [name, email] = [unique("Ada"), `${unique("ada").replaceAll(" ", "")}@example.com`];
    const page = await open(`/animals?open=${first.id}`, { allow: [/status of 404/] });
    const order = async () => {
      await page.getByRole("button", { name: "New order" }).click();
      const dialog = page.getByRole("dialog", { name: "New order" });
      await dialog.getByRole("button", { name: "Add a new customer" }).click();
      await dialog.getByLabel("Name").fill(name);
      await dialog.getByLabel("E-mail").fill(email);
      return { dialog, submit: () => dialog.getByRole("button", { name: "Place order" }).click() };
    };
    const placed = await order();
    await placed.dialog.getByLabel("Note").fill("Ring twice");
    await placed.submit();
    // The page stays, and a notice links to the order.
    await page.locator("button", { hasText: /^Open$/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/animals");
    await page.goto(`/animals?open=${second.id}`);
    const again = await order();
    await again.dialog.getByRole("button", { name: `Choose ${name}` }).click();
    await again.submit();
    await page.locator("button", { hasText: /^Open$/ }).click();
    const drawer = page.getByRole("dialog", { name: /^Order \d+/ });
    await drawer.getByText(email).waitFor();
    await drawer.getByRole("button", { name: "Add note" }).click();
    await drawer.getByLabel("Note").fill("Pays cash");
    await drawer.getByRole("button", { name: "Save" }).click();
    await drawer.getByText("Pays cash").waitFor();
    await drawer.getByRole("link", { name }).click();
    const customer = page.getByRole("dialog", { name });
    await expect.poll(() => customer.getByRole("listitem").count()).toBe(2);
    await customer.getByRole("button", { name: "Erase…" }).click();
    await page.getByRole("alertdialog").getByText("the notes of their 2 orders").waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Erase" }).click();
    await drawer.getByText("No customer").waitFor();
    await expectNone(drawer.getByText("Pays cash"), drawer.getByText("No note"));
  });
});

import { describe, expect } from "vitest";
import { findViolations } from "../support/axe.js";
import { hasBrowser, test, unique } from "../support/browser.js";
import { addPet } from "../support/orders.js";

describe.skipIf(!hasBrowser)("a sale", () => {
  test("has a customer, the price of the animal, a payment that can be undone, a contract and a receipt", async ({
    open,
    api,
  }) => {
    const pet = await addPet(api);
    const attributes = { price: 249.5, breed: "Conure", microchip: "985112001234567" };
    await api.profiles.updateProfile({ params: { petId: pet.id }, body: { attributes } });
    const customer = unique("Grace");
    const page = await open(`/orders?new=true&petId=${pet.id}`);
    const form = page.getByRole("dialog", { name: "New order" });
    await expect.poll(() => form.getByLabel("Price").inputValue()).toBe("249.5");
    expect(await form.getByLabel("Currency").inputValue()).toBe("USD");
    await form.getByLabel("Price").fill("200,50");
    await form.getByRole("combobox", { name: "Customer" }).fill(customer);
    await page.getByRole("option", { name: `Add “${customer}”` }).click();
    await form.getByRole("button", { name: "Place order" }).click();
    await page.getByText(`placed: ${pet.name} is kept for it`).waitFor();

    await page.goto(`/orders?petId=${pet.id}`);
    const card = page.locator("[data-row]", { hasText: pet.name });
    await card.getByText("$200.50").waitFor();
    await card.getByText("Open", { exact: true }).waitFor();
    await card.getByText(customer).waitFor();
    await card.getByRole("link", { name: /^Order \d+$/ }).click();
    const drawer = page.getByRole("dialog", { name: /^Order \d+$/ });
    await drawer.getByRole("button", { name: "Mark as paid" }).click();
    await drawer.getByLabel("Paid by").selectOption("Card");
    await drawer.getByRole("button", { name: "Save" }).click();
    await drawer.getByText(/^Paid on .*: Card$/).waitFor();
    expect(await findViolations(page)).toEqual([]);

    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute("data-printed", "");
    });
    for (const [button, title] of [
      ["Contract", "Contract of sale"],
      ["Receipt", "Receipt"],
    ] as const) {
      await page.evaluate(() => document.documentElement.removeAttribute("data-printed"));
      await drawer.getByRole("button", { name: button }).click();
      await page.locator("html[data-printed]").waitFor();
      await page.emulateMedia({ media: "print" });
      const sheet = page.getByRole("heading", { name: title }).locator("..");
      const text = await sheet.innerText();
      for (const part of [pet.name, customer, "$200.50", "985112001234567", "Card"]) expect(text).toContain(part);
      // The order has its own price, so that of the animal is not printed.
      expect(text).not.toMatch(/null|undefined|[{}]|249/);
      expect(await findViolations(page)).toEqual([]);
      const pdf = await page.pdf({ preferCSSPageSize: true });
      expect(pdf.toString("latin1").match(/\/Type ?\/Page\b/g)?.length).toBeLessThanOrEqual(2);
      await page.emulateMedia({ media: null });
    }

    await page.getByRole("button", { name: "Undo" }).first().click();
    await drawer.getByRole("button", { name: "Mark as paid" }).waitFor();
    await page.goto(`/orders?petId=${pet.id}`);
    await page.locator("[data-row]", { hasText: pet.name }).getByText("$200.50").waitFor();
  });

  test("is not placed while the name of a customer is typed and nobody is chosen", async ({ open, api }) => {
    const pet = await addPet(api);
    const customer = unique("Ada");
    const page = await open(`/orders?new=true&petId=${pet.id}`);
    const form = page.getByRole("dialog", { name: "New order" });
    const search = form.getByRole("combobox", { name: "Customer" });
    await search.fill(customer);
    await form.getByRole("button", { name: "Place order" }).click();
    await form.getByText(`Choose “${customer}” from the list or add them`).waitFor();
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    const { body: orders } = await api.orders.listOrders({ query: { petId: pet.id } });
    expect([await search.inputValue(), orders]).toEqual([customer, []]);
    await search.fill("");
    await form.getByText("Choose “").waitFor({ state: "detached" });
    await form.getByRole("button", { name: "Place order" }).click();
    await page.getByText(`placed: ${pet.name} is kept for it`).waitFor();
  });

  test("without a price or a customer leaves lines for them in the contract", async ({ open, api }) => {
    const pet = await addPet(api);
    const { body } = await api.orders.createOrder({ body: { petId: pet.id } });
    if (!("petId" in body)) throw new Error(body.message);
    const page = await open(`/orders?open=${body.id}`, { width: 390, height: 844 });
    const drawer = page.getByRole("dialog", { name: `Order ${body.id}` });
    await drawer.getByText("No price").waitFor();
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute("data-printed", "");
    });
    await drawer.getByRole("button", { name: "Contract" }).click();
    await page.locator("html[data-printed]").waitFor();
    await page.emulateMedia({ media: "print" });
    const text = await page.getByRole("heading", { name: "Contract of sale" }).locator("..").innerText();
    expect(text).toMatch(/to _{10,} for _{10,}/);
    expect(text).not.toMatch(/null|undefined|[{}]/);
  });

  test("keeps a typed price that is not saved, and reads it as people write numbers", async ({ open, api }) => {
    const pet = await addPet(api);
    const { body } = await api.orders.createOrder({ body: { petId: pet.id } });
    if (!("petId" in body)) throw new Error(body.message);
    const page = await open(`/orders?petId=${pet.id}&open=${body.id}`);
    const drawer = page.getByRole("dialog", { name: `Order ${body.id}` });
    await drawer.getByRole("button", { name: "Add price" }).click();
    await drawer.getByLabel("Currency").selectOption("EUR");
    await drawer.getByLabel("Price", { exact: false }).fill("1,234.50");
    await page.keyboard.press("Escape");
    await page.getByText(`Your changes to order ${body.id} are kept, not saved`).waitFor();
    await page.getByRole("link", { name: `Order ${body.id}` }).click();
    expect(await drawer.getByLabel("Price", { exact: false }).inputValue()).toBe("1,234.50");
    expect(await drawer.getByLabel("Currency").inputValue()).toBe("EUR");
    await drawer.getByRole("button", { name: "Save" }).click();
    await drawer.getByText("€1,234.50").waitFor();
    const saved = await api.orders.getOrder({ params: { orderId: body.id } });
    expect(saved.body).toMatchObject({ price: { amount: 1234.5, currency: "EUR" } });
  });
});

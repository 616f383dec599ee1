import { describe, expect } from "vitest";
import { expectNone } from "../support/absence.js";
import { hasBrowser, quiet, test, unique } from "../support/browser.js";
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
    const placedAt = page.url();
    await drawer.getByRole("link", { name }).click();
    const customer = page.getByRole("dialog", { name });
    await expect.poll(() => customer.getByRole("listitem").count()).toBe(2);
    await customer.getByRole("button", { name: "Erase…" }).click();
    await page.getByRole("alertdialog").getByText("the notes of their 2 orders").waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Erase" }).click();
    await page.getByText(`${name} is erased`).waitFor();
    await page.goto(placedAt);
    await drawer.getByText("No customer").waitFor();
    await expectNone(drawer.getByText("Pays cash"), drawer.getByText("No note"));
  });
});

describe.skipIf(!hasBrowser)("the page of customers", () => {
  const digits = () => String(Math.random()).slice(2, 11);

  test("adds a customer without an order, finds them by telephone, and exports and erases them", async ({
    open,
    api,
  }) => {
    const { id } = await addPet(api);
    const [name, number] = [unique("Ada"), digits()];
    const page = await open("/orders");
    await quiet(page);
    await page.keyboard.press("g");
    await page.keyboard.press("u");
    await page.getByRole("heading", { name: "Customers", level: 1 }).waitFor();
    await page.keyboard.press("n");
    const form = page.getByRole("dialog", { name: "New customer" });
    await form.getByLabel("Name").fill(name);
    await form.getByLabel("Telephone").fill(`+49 ${number}`);
    await form.getByRole("button", { name: "Add" }).click();
    await page.getByText(`Added ${name}`).waitFor();

    const search = page.getByRole("searchbox", { name: "Search customers" });
    await page.getByRole("textbox", { name: "Search customers" }).or(search).fill(`0049/${number}`);
    await page.getByText("No customer matches").waitFor();
    await search.fill(`${number.slice(0, 4)} ${number.slice(4)}`);
    await page.getByRole("link", { name: `Details of ${name}` }).waitFor();
    await expect.poll(() => page.locator("[data-row]").count()).toBe(1);
    await search.blur();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");

    const drawer = page.getByRole("dialog", { name });
    await drawer.getByText("No orders yet").waitFor();
    await drawer.getByRole("button", { name: "New order" }).click();
    const order = page.getByRole("dialog", { name: "New order" });
    expect(await order.getByLabel("Customer").inputValue()).toContain(name);
    await order.getByRole("combobox", { name: "Animal" }).fill(`${id}`);
    await order
      .getByRole("option", { name: ` ${id}` })
      .first()
      .click();
    await order.getByRole("button", { name: "Place order" }).click();
    await drawer.locator("a[href='/animals?open=" + id + "']").waitFor();

    const saved = page.waitForEvent("download");
    await drawer.getByRole("button", { name: "Export" }).click();
    expect((await saved).suggestedFilename()).toMatch(/^customer-\d+\.json$/);
    await drawer.getByRole("button", { name: "Erase…" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Erase" }).click();
    await page.getByText(`${name} is erased`).waitFor();
    await page.getByText("No customer matches").waitFor();
    expect((await api.orders.listOrders({ query: { petId: id } })).body).toMatchObject([{ customerId: null }]);
  });

  test("leads from the telephone number of a new customer to the one who has it", async ({ open, api }) => {
    const number = digits();
    const { body } = await api.customers.createCustomer({ body: { name: unique("Ada"), phone: number } });
    if (!("id" in body)) throw new Error(body.message);
    const page = await open("/customers?new=true", { role: "clerk", allow: [/status of 409/] });
    const form = page.getByRole("dialog", { name: "New customer" });
    await form.getByLabel("Name").fill("Bea");
    await form.getByLabel("Telephone").fill(`${number.slice(0, 3)}/${number.slice(3)}`);
    await form.getByRole("button", { name: `Open ${body.name}` }).waitFor();
    await form.getByRole("button", { name: "Add" }).click();
    await form.getByRole("button", { name: "Open this customer" }).click();
    const drawer = page.getByRole("dialog", { name: body.name });
    await drawer.getByText(number).waitFor();
    // A clerk may change a customer, but not export or erase one.
    await drawer.getByRole("button", { name: "Edit" }).waitFor();
    await expectNone(drawer.getByRole("button", { name: /Export|Erase/ }), drawer.getByText("No orders yet"));
  });

  test("merges two customers who have the same number with another prefix", async ({ open, api }) => {
    const number = `30${digits()}`;
    const [stays, goes] = [unique("Ada"), unique("A. Byron")];
    const add = async (name: string, phone: string, more = {}) => {
      const { body } = await api.customers.createCustomer({ body: { name, phone, ...more } });
      if (!("id" in body)) throw new Error(body.message);
      return body.id;
    };
    const email = `${unique("ada").replaceAll(" ", "")}@example.com`;
    const [into, from] = [await add(stays, `+49 ${number}`), await add(goes, `0${number}`, { email })];
    const { id: petId, name: animal } = await addPet(api);
    await api.orders.createOrder({ body: { petId, customerId: from } });

    const page = await open(`/customers?open=${into}`, { role: "clerk" });
    const drawer = page.getByRole("dialog", { name: stays });
    await drawer.getByText("Same telephone number with another prefix").waitFor();
    await drawer.getByRole("button", { name: `Merge with ${goes}` }).click();
    const dialog = page.getByRole("dialog", { name: "Merge two customers" });
    await dialog.getByText("gets 1 order of the other").waitFor();
    const row = (name: string) => dialog.getByRole("row", { name }).getByRole("cell").allInnerTexts();
    expect([await row("Name"), await row("E-mail"), await row("Telephone")]).toEqual([
      [stays, goes],
      [email, "–"],
      [`+49 ${number}`, `0${number}`],
    ]);
    await dialog.getByRole("button", { name: "Merge", exact: true }).click();
    await page.getByText(`Merged into ${stays}, who got 1 order`).waitFor();
    await drawer.getByRole("link", { name: animal }).waitFor();
    await drawer.getByText(email).waitFor();
    await drawer.getByText("Possibly the same person").waitFor({ state: "detached" });
    expect((await api.customers.getCustomer({ params: { customerId: from } })).status).toBe(404);
    expect((await api.orders.listOrders({ query: { petId } })).body).toMatchObject([{ customerId: into }]);
  });
});

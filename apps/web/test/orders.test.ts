import type { Client, Order } from "@petstore/contract/client";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectGone, expectNone } from "./support/absence.js";
import { hasBrowser, highlightedOption, test, unique } from "./support/browser.js";
import { addPets } from "./support/pet-list.js";
import { placeOrder as orderPet } from "./support/rows.js";

type Api = Client;

const addPet = async (api: Api, name = unique("Rex")) => {
  const response = await api.pets.createPet({ body: { name, categoryId: 1 } });
  if (response.status !== 201) throw new Error(response.body.message);
  return response.body;
};

const placeOrder = async (api: Api, reference = unique("PO")) => {
  const pet = await addPet(api);
  const response = await api.orders.createOrder({ body: { petId: pet.id, reference } });
  if (response.status !== 201) throw new Error(response.body.message);
  return { pet, order: response.body, reference };
};

const statusesOf = async (api: Api, { id, petId }: Order) => {
  const [order, pets] = await Promise.all([
    api.orders.getOrder({ params: { orderId: id } }),
    api.pets.listPets({ query: { id: [petId] } }),
  ]);
  return [order.status === 200 && order.body.status, pets.status === 200 && pets.body[0]?.status];
};

const rowOf = (page: Page, { id }: Order) => page.locator(`[data-row="${id}"]`);

const addressOf = (reference: string) => `/orders?q=${encodeURIComponent(reference)}`;

describe.skipIf(!hasBrowser)("the orders page", () => {
  for (const view of ["view=board&", ""]) {
    test(`opens an order by Enter and approves nothing, at /orders?${view}`, async ({ open, api }) => {
      const { order, reference } = await placeOrder(api);
      const page = await open(`/orders?${view}`);
      // Hides the orders of other tests.
      await page.route("**/v1/orders?**", (route) =>
        route.continue({ url: `${route.request().url()}&reference=${encodeURIComponent(reference)}` }),
      );
      await page.reload();
      await rowOf(page, order).waitFor();
      await page.keyboard.press("j");
      await page.locator(`[data-row="${order.id}"] :focus`).waitFor();
      await page.keyboard.press("Enter");
      const drawer = page.getByRole("dialog", { name: `Order ${order.id}` });
      await drawer.getByText(reference).waitFor();
      expect(await statusesOf(api, order)).toEqual(["placed", "pending"]);
      await drawer.getByRole("button", { name: `Approve order ${order.id}` }).click();
      await drawer.getByRole("button", { name: `Mark delivered: order ${order.id}` }).waitFor();
      expect(await statusesOf(api, order)).toEqual(["approved", "pending"]);
    });
  }

  test("shows a long reference in full, and finds it by its middle", async ({ open, api }) => {
    const middle = unique("Mid");
    const reference = `${"Start ".repeat(14)}${middle} ${"end ".repeat(14)}.`;
    const { order } = await placeOrder(api, reference);
    const page = await open("/orders?view=list", { width: 390, height: 844 });
    await page.getByLabel("Search orders").fill(middle);
    await rowOf(page, order).waitFor();
    await page.getByRole("link", { name: `Order ${order.id}`, exact: true }).click();
    const text = page.getByRole("dialog", { name: `Order ${order.id}` }).getByText(reference);
    await text.waitFor();
    expect(await text.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });

  test("offers the animal with exactly the typed name first", async ({ open, api }) => {
    const word = unique("Cat");
    for (let count = 0; count < 21; count += 1) await addPet(api, `A very long name with ${word} in it ${count}`);
    const exact = await addPet(api, word);
    const page = await open("/orders?new=true");
    await page.locator("[role=combobox]:focus").waitFor();
    await page.keyboard.type(word.toLowerCase());
    await expect.poll(() => page.getByRole("option").first().innerText()).toContain(`Animal ${exact.id}`);
  });

  test("moves an order over the board to delivered, which sells the animal", async ({ open, api }) => {
    const { order, pet } = await placeOrder(api);
    const page = await open("/orders?view=board");
    const placed = page.getByRole("region", { name: "Placed" });
    await placed.locator("[data-row]").first().waitFor();
    while (!(await rowOf(page, order).isVisible())) {
      await placed.getByRole("button", { name: "Show more orders" }).click();
    }
    await page.getByRole("button", { name: `Approve order ${order.id}` }).click();
    const approved = page.getByRole("region", { name: "Approved" });
    await approved.getByRole("button", { name: `Mark delivered: order ${order.id}` }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText(`${pet.name} (animal ${pet.id}) becomes sold.`).waitFor();
    await dialog.getByRole("button", { name: "Mark delivered" }).click();
    await page.getByRole("region", { name: "Delivered" }).locator(`[data-row="${order.id}"]`).waitFor();
    expect(await statusesOf(api, order)).toEqual(["delivered", "sold"]);
  });

  test("places and cancels an order by keyboard alone", async ({ open, api }) => {
    const pet = await addPet(api);
    const reference = unique("WEB");
    const page = await open("/orders?view=list");
    await page.getByRole("heading", { name: "Orders" }).waitFor();
    await page.keyboard.press("n");
    await page.locator("[role=combobox]:focus").waitFor();
    await page.keyboard.type(pet.name);
    await highlightedOption(page, pet.name).waitFor();
    await page.keyboard.press("Enter");
    await page.locator("input[name=reference]:focus").waitFor();
    await page.keyboard.type(reference);
    await page.keyboard.press("Enter");
    await page
      .getByText(new RegExp(String.raw`Order \d+ placed: ${pet.name} is kept for it`))
      .first()
      .waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type(reference);
    await page.waitForURL(/q=WEB/);
    await page.getByText("1 order", { exact: true }).waitFor();
    await page.keyboard.press("Tab");
    await page.locator("[data-row]").first().waitFor();
    await page.keyboard.press("j");
    // Tabs from the number to the animal, to Approve, and to the menu with Cancel.
    for (const key of ["Tab", "Tab", "Tab", "Enter"]) await page.keyboard.press(key);
    await page.locator("[role=menuitem]:focus").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText(`${pet.name} (animal ${pet.id}) becomes available again.`).waitFor();
    await page.getByRole("button", { name: "Cancel order", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.locator("[data-row]", { hasText: "Cancelled" }).waitFor();
    // The buttons of the row are gone, so its animal has the focus.
    await page.locator(`[data-row] a:focus`).waitFor();
    const orders = await api.orders.listOrders({ query: { reference } });
    const [order] = orders.status === 200 ? orders.body : [];
    expect(order && (await statusesOf(api, order))).toEqual(["cancelled", "available"]);
  });

  test("says that somebody else moved the order first, and shows its status", async ({ open, api }) => {
    const { order, reference } = await placeOrder(api);
    const page = await open(addressOf(reference), {
      ...{ width: 390, height: 844, isDeaf: true },
      allow: [/status of 409/],
    });
    const button = page.getByRole("button", { name: `Approve order ${order.id}` });
    await button.waitFor();
    await api.orders.updateOrder({ params: { orderId: order.id }, body: { status: "cancelled" } });
    await button.click();
    await page.getByText(`Order ${order.id} is cancelled already`).first().waitFor();
    await rowOf(page, order).getByText("Cancelled").waitFor();
  });

  test("approves once after a lost answer and Try again, and says so", async ({ open, api }) => {
    const { order, reference } = await placeOrder(api);
    const page = await open(addressOf(reference), { allow: [/ERR_FAILED/, /status of 409/] });
    await page.route(
      `**/v1/orders/${order.id}`,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: `Approve order ${order.id}` }).click();
    await page.locator("button", { hasText: "Try again" }).click();
    await page.getByText(`Order ${order.id} is approved`, { exact: true }).first().waitFor();
    await page.getByRole("button", { name: `Mark delivered: order ${order.id}` }).waitFor();
  });

  test("offers a step again that failed", async ({ open, api }) => {
    const { order, reference } = await placeOrder(api);
    const page = await open(addressOf(reference), { allow: [/ERR_FAILED/] });
    await page.route(`**/v1/orders/${order.id}`, (route) => route.abort(), { times: 1 });
    const approve = page.getByRole("button", { name: `Approve order ${order.id}` });
    await approve.click();
    await page.locator("button", { hasText: "Try again" }).waitFor();
    await approve.click();
    await page.getByText(`Order ${order.id} is approved`, { exact: true }).first().waitFor();
  });

  test("a new order keeps what was typed when the animal is sold in the meantime", async ({ open, api }) => {
    const pet = await addPet(api);
    const page = await open("/orders?new=true", { width: 390, height: 844, allow: [/status of 409/], isDeaf: true });
    await page.getByRole("combobox", { name: "Animal" }).fill(pet.name);
    await page.getByRole("option", { name: pet.name }).click();
    await page.getByRole("textbox", { name: "Reference" }).fill("For Mrs. Nguyen");
    await api.pets.updatePet({ params: { petId: pet.id }, body: { status: "sold" } });
    await page.getByRole("button", { name: "Place order" }).click();
    await page.getByText("This animal is no longer available. Choose another.").waitFor();
    expect(await page.getByRole("textbox", { name: "Reference" }).inputValue()).toBe("For Mrs. Nguyen");
    // The address may name an animal that cannot be ordered.
    const known = page.waitForResponse((response) => response.url().includes(`/v1/pets?id=${pet.id}`));
    await page.goto(`/orders?new=true&petId=${pet.id}`);
    await (await known).finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await expectNone(
      page.getByRole("button", { name: "Change", exact: true }),
      page.getByRole("combobox", { name: "Animal" }),
    );
  });

  test("places a refused order again once its animal is free", async ({ open, api }) => {
    const pet = await addPet(api);
    const page = await open(`/orders?new=true&petId=${pet.id}`, { allow: [/status of 409/], isDeaf: true });
    const dialog = page.getByRole("dialog", { name: "New order" });
    await expect.poll(() => dialog.getByLabel("Animal").inputValue()).toContain(pet.name);
    await api.pets.updatePet({ params: { petId: pet.id }, body: { status: "sold" } });
    await page.getByRole("button", { name: "Place order" }).click();
    await page.getByText("This animal is no longer available. Choose another.").waitFor();
    await api.pets.updatePet({ params: { petId: pet.id }, body: { status: "available" } });
    await page.getByRole("combobox", { name: "Animal" }).fill(pet.name);
    await page.getByRole("option", { name: pet.name }).click();
    await page.getByRole("button", { name: "Place order" }).click();
    await page.getByText(`placed: ${pet.name} is kept for it`).waitFor();
  });

  test("fetches the order in the new sort when the sort changes", async ({ open, api }) => {
    const reference = unique("SORT");
    const older = await placeOrder(api, reference);
    const newer = await placeOrder(api, reference);
    const page = await open(`${addressOf(reference)}&view=list`);
    const ids = () => page.locator("[data-row]").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-row")));
    const newestFirst = [newer, older].map(({ order }) => String(order.id));
    await expect.poll(ids).toEqual(newestFirst);
    await page.getByLabel("Sort", { exact: true }).selectOption("Oldest first");
    // The time-out is below the 15 s after which the page polls, which would show the other order in any case.
    await expect.poll(ids, { timeout: 5_000 }).toEqual(newestFirst.toReversed());
  });

  test("sends one step when its button is pressed twice", async ({ open, api }) => {
    const { order, reference } = await placeOrder(api);
    const page = await open(addressOf(reference));
    const held: (() => void)[] = [];
    await page.route(`**/v1/orders/${order.id}`, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    const button = page.getByRole("button", { name: `Approve order ${order.id}` });
    await button.click();
    await expect.poll(() => held.length).toBe(1);
    await button.dispatchEvent("click");
    held[0]?.();
    await page.getByRole("button", { name: `Mark delivered: order ${order.id}` }).waitFor();
    expect(held).toHaveLength(1);
  });

  test("starts at the first page when the sort changes", async ({ open, api }) => {
    const reference = unique("PAGE");
    const { pets } = await addPets(api, 51);
    const orders = await Promise.all(pets.map(({ id }) => orderPet(api, id, reference)));
    const oldest = Math.min(...orders.map(({ id }) => id));
    const page = await open(addressOf(reference));
    const rows = page.locator("[data-row]");
    await page.getByRole("button", { name: "Next page" }).click();
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByLabel("Sort", { exact: true }).selectOption("Oldest first");
    await expect.poll(() => rows.count()).toBe(50);
    expect(await rows.first().getAttribute("data-row")).toBe(String(oldest));
    expect(new URL(page.url()).searchParams.has("cursor")).toBe(false);
  });

  test("stays with the orders of one animal when a status is chosen", async ({ open, api }) => {
    const { order, pet } = await placeOrder(api);
    const other = await placeOrder(api);
    const page = await open(`/orders?petId=${pet.id}`);
    await rowOf(page, order).waitFor();
    await page.getByRole("navigation", { name: "Show" }).getByRole("link", { name: "Placed" }).click();
    await page.waitForURL(/status=placed/);
    expect(new URL(page.url()).searchParams.get("petId")).toBe(String(pet.id));
    const all = page.getByRole("link", { name: "Show orders of all animals" });
    await expectNone(rowOf(page, other.order), all);
    await all.click();
    await page.waitForURL((url) => !url.searchParams.has("petId"));
    expect(new URL(page.url()).searchParams.get("status")).toBe("placed");
  });

  test("finds an order by number only under the chosen status", async ({ open, api }) => {
    const { order } = await placeOrder(api);
    const page = await open(`/orders?q=${order.id}`);
    await rowOf(page, order).waitFor();
    await page.getByRole("navigation", { name: "Show" }).getByRole("link", { name: "Delivered" }).click();
    await expectGone(rowOf(page, order), page.getByText("No order matches"));
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page.waitForURL((url) => !url.search.includes("q="));
  });

  test("finds an order by number, and by reference in the command palette", async ({ open, api }) => {
    const { order, reference } = await placeOrder(api);
    const page = await open(`/orders?q=${order.id}`);
    await rowOf(page, order).waitFor();
    await page.keyboard.press("Control+k");
    await page.locator("[role=combobox]:focus").waitFor();
    await page.keyboard.type(reference);
    await page.getByRole("option", { name: `${reference} · #${order.id}` }).click();
    await page
      .getByRole("dialog", { name: `Order ${order.id}` })
      .getByText(reference)
      .waitFor();
  });
});

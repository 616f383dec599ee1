import { describe, expect } from "vitest";
import { expectGone, expectNone } from "../support/absence.js";
import { hasBrowser, test, unique } from "../support/browser.js";
import { addPet, addressOf, placeOrder, rowOf, statusesOf } from "../support/orders.js";
import { addPets } from "../support/pet-list.js";
import { placeOrder as orderPet } from "../support/rows.js";

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

  test("shows a long reference in full, and finds it by a part from its middle", async ({ open, api }) => {
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
    await expect.poll(() => page.getByRole("option").first().innerText()).toContain(` · ${exact.id}`);
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

  test("approves an order only once if the response is lost and the person presses Try again", async ({
    open,
    api,
  }) => {
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

  test("offers a failed step again", async ({ open, api }) => {
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

  test("places a refused order again once the animal is available", async ({ open, api }) => {
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

  test("finds an order by number only under the chosen status", async ({ open, api }) => {
    const { order } = await placeOrder(api);
    const page = await open(`/orders?q=${order.id}`);
    await rowOf(page, order).waitFor();
    await page.getByRole("navigation", { name: "Show" }).getByRole("link", { name: "Delivered" }).click();
    await expectGone(rowOf(page, order), page.getByText("No order matches"));
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await page.waitForURL((url) => !url.search.includes("q="));
  });
});

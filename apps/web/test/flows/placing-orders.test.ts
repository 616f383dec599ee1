import { describe, expect } from "vitest";
import { expectNone } from "../support/absence.js";
import { hasBrowser, highlightedOption, test, unique } from "../support/browser.js";
import { addPet, addressOf, placeOrder, rowOf, statusesOf } from "../support/orders.js";

describe.skipIf(!hasBrowser)("the orders page", () => {
  test("moves an order across the board to delivered, which marks the animal as sold", async ({ open, api }) => {
    const { order, pet } = await placeOrder(api);
    const page = await open("/orders?view=board");
    const placed = page.getByRole("region", { name: "Placed" });
    await placed.locator("[data-row]").first().waitFor();
    const more = placed.getByRole("button", { name: "Show more orders" });
    while (!(await rowOf(page, order).isVisible())) {
      const shown = await placed.locator("[data-row]").count();
      await more.click();
      await expect.poll(() => placed.locator("[data-row]").count()).toBeGreaterThan(shown);
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

  test("stays with the orders of one animal when a status is chosen", async ({ open, api }) => {
    const { order, pet } = await placeOrder(api);
    const other = await placeOrder(api);
    const page = await open(`/orders?petId=${pet.id}`);
    await rowOf(page, order).waitFor();
    await page.getByRole("navigation", { name: "Show" }).getByRole("link", { name: "Placed" }).click();
    await page.waitForURL(/status=placed/);
    expect(new URL(page.url()).searchParams.get("petId")).toBe(String(pet.id));
    const all = page.getByRole("button", { name: `Remove the filter Orders of animal ${pet.id}` });
    await expectNone(rowOf(page, other.order), all);
    await all.click();
    await page.waitForURL((url) => !url.searchParams.has("petId"));
    expect(new URL(page.url()).searchParams.get("status")).toBe("placed");
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

import type { Client, ExpandedOrder } from "@petstore/contract/client";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectOnlyThere } from "../support/absence.js";
import { hasBrowser, test, unique } from "../support/browser.js";

type Api = Client;

const placeOrder = async (api: Api, reference: string) => {
  const pet = await api.pets.createPet({ body: { name: unique("Rex"), categoryId: 1 } });
  if (pet.status !== 201) throw new Error(pet.body.message);
  const order = await api.orders.createOrder({ body: { petId: pet.body.id, reference } });
  if (order.status !== 201) throw new Error(order.body.message);
  return { pet: pet.body, order: order.body };
};

/** Shows only the orders of this test, because other tests have orders too. */
const seeOnly = (page: Page, api: Api, reference: string) =>
  page.route("**/v1/today?**", async (route) => {
    const response = await route.fetch();
    const { body } = await api.orders.listOrders({ query: { reference, expand: ["pet"] } });
    const oldest = (body as ExpandedOrder[]).filter(({ status }) => status === "placed" || status === "approved");
    const count = (wanted: string) => ({
      count: oldest.filter(({ status }) => status === wanted).length,
      hasMore: false,
    });
    const orders = { placed: count("placed"), approved: count("approved"), oldest };
    await route.fulfill({ response, json: { ...((await response.json()) as object), orders } });
  });

const panel = (page: Page, title: string) =>
  page.locator("section", { has: page.getByRole("heading", { name: title }) });

describe.skipIf(!hasBrowser)("Today", () => {
  test("approves the order that waits the longest by keyboard alone", async ({ open, api }) => {
    const reference = unique("PO");
    const { order, pet } = await placeOrder(api, reference);
    const second = await placeOrder(api, reference);
    const page = await open("/account", { role: "clerk" });
    await page.getByRole("heading", { name: "My account" }).waitFor();
    await seeOnly(page, api, reference);
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    const row = page.locator("[data-row]", { hasText: `Order ${order.id}` });
    await row.getByText(pet.name).waitFor();
    await page.getByText("2 to approve").waitFor();
    await page.keyboard.press("j");
    // Tabs from the number to the animal, and to Approve.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText(`Order ${order.id} is approved`).first().waitFor();
    await row.getByText("Approved").waitFor();
    const found = await api.orders.getOrder({ params: { orderId: order.id } });
    expect(found.status === 200 && found.body.status).toBe("approved");
    // The button is gone, but the focus stays in the row.
    await row.locator("a:focus").waitFor();
    await page.keyboard.press("j");
    await page
      .getByRole("link", { name: `Order ${second.order.id}` })
      .and(page.locator(":focus"))
      .waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: `Order ${second.order.id}` }).waitFor();
    const opened = await api.orders.getOrder({ params: { orderId: second.order.id } });
    expect(opened.status === 200 && opened.body.status).toBe("placed");
  });

  test("says that somebody else was faster", async ({ open, api }) => {
    const reference = unique("PO");
    const { order } = await placeOrder(api, reference);
    const page = await open("/account", { allow: [/409/], isDeaf: true });
    await seeOnly(page, api, reference);
    await page.getByRole("link", { name: "Today" }).click();
    const approve = page.getByRole("button", { name: `Approve order ${order.id}` });
    await approve.waitFor();
    await api.orders.updateOrder({ params: { orderId: order.id }, body: { status: "cancelled" } });
    await approve.click();
    await page.getByText(`Order ${order.id} is cancelled already`).first().waitFor();
    await approve.waitFor({ state: "detached" });
  });

  test("links each figure to its list", async ({ open }) => {
    const page = await open("/");
    await page.getByRole("region", { name: "Animals by status" }).getByRole("link", { name: /^Sold/ }).click();
    await page.waitForURL(/\/animals\?status=sold/);
    await page.goBack();
    const activity = panel(page, "The last 30 days");
    await activity.getByRole("link", { name: /^Ordered/ }).click();
    await page.waitForURL(/\/history\?counted=ordered&createdFrom=.*&createdTo=/);
    await page.goBack();
    await panel(page, "Recent changes").getByRole("link", { name: "All changes" }).click();
    await page.waitForURL(/\/history$/);
  });

  test("lets a person read the 30 days by keyboard, and as a table", async ({ open, api }) => {
    await placeOrder(api, unique("PO"));
    const page = await open("/");
    const slider = page.getByRole("slider", { name: "Day to read" });
    await slider.focus();
    const last = await slider.getAttribute("aria-valuetext");
    expect(last).toMatch(/: [\d,]+ added, [\d,]+ imported, [\d,]+ sold, [\d,]+ orders? placed$/);
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((text) => document.activeElement?.getAttribute("aria-valuetext") !== text, last);
    await page.getByRole("button", { name: "Show as table" }).click();
    expect(
      await page
        .getByRole("region", { name: /Animals added and sold/ })
        .locator("tbody tr")
        .count(),
    ).toBe(30);
  });

  test("reports a failure once, and loads on Try again", async ({ open }) => {
    const page = await open("/account", { allow: [/ERR_FAILED/] });
    let isBroken = true;
    await page.route("**/v1/today?**", (route) => (isBroken ? route.abort() : route.continue()));
    await page.getByRole("link", { name: "Today" }).click();
    await page.getByRole("alert").waitFor();
    const retry = page.getByRole("button", { name: "Try again" });
    expect(await retry.count()).toBe(1);
    isBroken = false;
    await retry.click();
    await panel(page, "The last 30 days")
      .getByRole("img", { name: /Animals added and sold/ })
      .waitFor();
    await panel(page, "Recent changes").locator("li").first().waitFor();
  });

  test("shows managers the keys that end soon, and shows clerks no keys", async ({ open, api }) => {
    const name = unique("Till");
    const expiresAt = new Date(Date.now() + 1_800_000).toISOString();
    await api.apiKeys.createApiKey({ body: { name, scope: "read", expiresAt } });
    const { order } = await placeOrder(api, unique("PO"));
    const manager = await open("/", { role: "manager" });
    // Looks for the first key of any test, because keys of other tests may end before this one.
    await panel(manager, "To do")
      .getByText(/^ends in/)
      .first()
      .waitFor();
    const clerk = await open("/", { role: "clerk" });
    await expectOnlyThere(
      (at: Page) =>
        panel(at, "To do")
          .getByText(/^ends in/)
          .first(),
      {
        there: manager,
        notHere: clerk,
        settled: panel(clerk, "To do")
          .getByRole("link", { name: /^Order/ })
          .first(),
      },
    );
    await api.orders.updateOrder({ params: { orderId: order.id }, body: { status: "cancelled" } });
  });
});

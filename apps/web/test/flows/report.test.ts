import { text } from "node:stream/consumers";
import { type Client, createClient } from "@petstore/contract/client";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { hasBrowser, test } from "../support/browser.js";
import { openAs } from "../support/people.js";
import { type Service, startService } from "../support/service.js";
import { createStaff, exchangeForKey, type Staff } from "../support/staff.js";

/** Returns the cells of the row of the category that this test has added, after its name. */
const cellsOf = async (page: Page) => {
  const row = page.getByRole("region", { name: "By category" }).getByRole("row", { name: "=1+1" });
  await row.waitFor();
  const [, ...cells] = await row.getByRole("cell").allInnerTexts();
  return cells;
};

/** Returns the distance between the middle of the last label below the chart and that of its bar. */
const offsetOfLastLabel = (page: Page) =>
  page.locator("svg[role=img]").evaluate((chart) => {
    const middleOf = (selector: string) => {
      const { left = 0, width = 0 } = [...chart.querySelectorAll(selector)].at(-1)?.getBoundingClientRect() ?? {};
      return left + width / 2;
    };
    return middleOf("text[text-anchor=middle]") - middleOf("g > rect");
  });

describe.skipIf(!hasBrowser)("the report", () => {
  // The test has a service of its own, so that nobody else adds to the numbers.
  let service: Service;
  let staff: Staff;
  let api: Client;
  let categoryId = 0;
  const now = new Date();
  // Noon in the middle of the month is in this month in every time zone.
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15, 12));

  const sell = async (paidAt: Date, amount: number) => {
    const pet = await api.pets.createPet({ body: { name: "Rex", categoryId } });
    if (pet.status !== 201) throw new Error(pet.body.message);
    const price = { amount, currency: "EUR" };
    const payment = { paidAt: paidAt.toISOString(), means: "cash" as const };
    const order = await api.orders.createOrder({ body: { petId: pet.body.id, price, payment } });
    if (order.status !== 201) throw new Error(order.body.message);
    for (const status of ["approved", "delivered"] as const)
      await api.orders.updateOrder({ params: { orderId: order.body.id }, body: { status } });
  };

  beforeAll(async () => {
    service = await startService();
    staff = await createStaff(service);
    const apiKey = await exchangeForKey(service.address, staff.owner.cookies);
    api = createClient({ baseUrl: `${service.address}/v1`, apiKey });
    const category = await api.categories.createCategory({ body: { name: "=1+1" } });
    if (category.status !== 201) throw new Error(category.body.message);
    categoryId = category.body.id;
    await sell(now, 250);
    await sell(lastMonth, 99.5);
  });
  afterAll(() => service.stop());

  const open = (given: Parameters<typeof openAs>[0], path: string) =>
    openAs(given, staff.clerk, path, { address: service.address });

  test("shows a clerk this month's numbers after one click, and last month's after two", async ({ open: given }) => {
    const page = await open(given, "/account");
    await page.getByRole("link", { name: "Report" }).first().click();
    const current = await cellsOf(page);
    expect(current.slice(0, 4)).toEqual(["2", "0", "2", "2"]);
    expect(current[4]).toContain("€250.00");
    expect(await page.title()).toContain("Report");
    await page.getByRole("button", { name: "Previous month" }).click();
    await page.getByText("€99.50").first().waitFor();
    expect((await cellsOf(page)).slice(0, 4)).toEqual(["0", "0", "0", "0"]);
    expect(new URL(page.url()).search).toBe(`?month=${lastMonth.toISOString().slice(0, 7)}`);
    await page.getByRole("button", { name: "Next month" }).click();
    await page.getByText("€250.00").first().waitFor();
    expect(await page.getByRole("button", { name: "Next month" }).isDisabled()).toBe(true);
  });

  test("shows the last days by keyboard, and links each count to its events", async ({ open: given }) => {
    const page = await open(given, "/account");
    await page.getByRole("heading", { name: "My account" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("r");
    await page.getByText("7 days", { exact: true }).click();
    const rows = page.getByRole("region", { name: "By day" }).locator("tbody tr");
    await rows.nth(6).waitFor();
    expect(await rows.count()).toBe(7);
    expect(Math.abs(await offsetOfLastLabel(page))).toBeLessThan(2);
    const slider = page.getByRole("slider", { name: "Day to read" });
    await slider.focus();
    expect(await slider.getAttribute("aria-valuetext")).toMatch(
      /: \d+ added, \d+ imported, \d+ sold, \d+ orders? placed$/,
    );
    const sold = rows.nth(6).getByRole("link").nth(1);
    const count = Number(await sold.innerText());
    expect(count).toBeGreaterThanOrEqual(2);
    await sold.click();
    await page.waitForURL(/\/history\?counted=sold&createdFrom=/);
    await expect.poll(() => page.locator("[data-event]").count()).toBe(count);
  });

  test("saves what it shows as CSV, in which a spreadsheet runs no formula", async ({ open: given }) => {
    const page = await open(given, "/report?days=90");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const lines = (await text(await (await download).createReadStream())).split("\r\n");
    expect((await download).suggestedFilename()).toMatch(/^report-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
    const header = lines[0]?.split(",") ?? [];
    expect(header.slice(0, 8)).toEqual([
      ...["Table", "From", "To", "Category", "Added", "Imported", "Sold", "Ordered"],
    ]);
    const row = lines.find((line) => line.includes("1+1"))?.split(",") ?? [];
    expect(row.slice(3, 8)).toEqual(["'=1+1", "2", "0", "2", "2"]);
    expect(row[header.indexOf("Paid (EUR)")]).toBe("349.5");
  });
});

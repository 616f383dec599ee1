import { type Client, createClient } from "@petstore/contract/client";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { hasBrowser, test } from "../support/browser.js";
import { addPets, shows } from "../support/pet-list.js";
import { openAs } from "../support/people.js";
import { addPet, placeOrder } from "../support/rows.js";
import { type Service, startService } from "../support/service.js";
import { createStaff, exchangeForKey, type Staff } from "../support/staff.js";

const panel = (page: Page) => page.locator("section", { has: page.getByRole("heading", { name: "The last 30 days" }) });

const rowsOf = (page: Page) => page.locator("[data-event]");

describe.skipIf(!hasBrowser)("the numbers of Today", () => {
  // The test has a service of its own, so that nobody else adds to the numbers.
  let service: Service;
  let staff: Staff;
  let api: Client;
  beforeAll(async () => {
    service = await startService();
    staff = await createStaff(service);
    const apiKey = await exchangeForKey(service.address, staff.owner.cookies);
    api = createClient({ baseUrl: `${service.address}/v1`, apiKey });
  });
  afterAll(() => service.stop());

  const numberOf = async (page: Page, name: string) =>
    Number((await panel(page).getByRole("link", { name }).innerText()).replaceAll(/\D/g, ""));

  test("leave out undone events, and link to exactly the events that they count", async ({ open }) => {
    const [kept, ordered] = [await addPet(api), await addPet(api)];
    const { pets } = await addPets(api, 3);
    const page = await openAs(open, staff.clerk, "/", { address: service.address });
    await shows(panel(page).getByRole("link", { name: "Sold" }));
    const before = { added: await numberOf(page, "Added"), sold: await numberOf(page, "Sold") };
    const change = async (ids: readonly number[], from: object | null, to: object | null) => {
      const body = ids.map((id) => ({ id, from, to })) as Parameters<Client["pets"]["changePets"]>[0]["body"];
      const answer = await api.pets.changePets({ body });
      if (answer.status !== 200 || answer.body.left.length > 0) throw new Error(JSON.stringify(answer.body));
    };
    const fields = { name: pets[0]?.name, categoryId: 1, status: "available" };
    const ids = pets.map(({ id }) => id);
    await change(ids, fields, { ...fields, status: "sold" });
    await change(ids, { ...fields, status: "sold" }, fields);
    await change(ids, fields, null);
    await change([kept.id], { ...fields, name: kept.name }, { ...fields, name: kept.name, status: "sold" });
    const order = await placeOrder(api, ordered.id);
    for (const status of ["approved", "delivered"] as const) {
      // oxlint-disable-next-line no-await-in-loop
      await api.orders.updateOrder({ params: { orderId: order.id }, body: { status } });
    }
    const csv = "name,category\nRex,Dogs\nBen,Dogs\n";
    const imported = await api.pets.importPets({ body: { csv, source: "more.csv", columns: {} } });
    expect(imported.status).toBe(201);

    await page.reload();
    await shows(panel(page).getByRole("link", { name: "Sold" }));
    const [added, sold] = [await numberOf(page, "Added"), await numberOf(page, "Sold")];
    expect([added, sold]).toEqual([before.added - 3, before.sold + 2]);
    await shows(panel(page).getByText("Imported"));
    expect(await panel(page).getByRole("link", { name: "Imported" }).count()).toBe(0);

    await panel(page).getByRole("link", { name: "Sold" }).click();
    await shows(page.getByRole("button", { name: "Sales that Today counts" }));
    await expect.poll(() => rowsOf(page).count()).toBe(sold);
    await page.goBack();
    await panel(page).getByRole("link", { name: "Added" }).click();
    await shows(page.getByRole("button", { name: "Animals that Today counts as added" }));
    await expect.poll(() => rowsOf(page).count()).toBe(added);
    await page.goBack();
    await panel(page).getByRole("button", { name: "Show as table" }).click();
    const [today] = await panel(page).locator("tbody tr").all();
    const link = today?.getByRole("link").nth(1);
    const soldToday = Number(await link?.innerText());
    expect(soldToday).toBeGreaterThan(0);
    await link?.click();
    await expect.poll(() => rowsOf(page).count()).toBe(soldToday);
    await page.getByRole("button", { name: "Sales that Today counts" }).click();
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(soldToday);
  });
});

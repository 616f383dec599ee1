import type { Pet } from "@petstore/contract/client";
import { describe, expect } from "vitest";
import { expectNone } from "../support/absence.js";
import { hasBrowser, quiet, test } from "../support/browser.js";
import { address, addPets, countOf, focusedRow, row, rows, shows, statusOf } from "../support/pet-list.js";
import { addPet, placeOrder } from "../support/rows.js";

describe.skipIf(!hasBrowser)("a status in the list", () => {
  test("is set to sold and back by keyboard", async ({ open, api }) => {
    const { name, pets } = await addPets(api, 2);
    const [first, second] = pets.map(({ id }) => id) as [number, number];
    const page = await open("/animals", { role: "clerk" });
    await shows(rows(page).first());
    await page.keyboard.press("/");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedRow(page)).toBe(first);
    await page.keyboard.press("j");
    await page.keyboard.press("s");
    await page.keyboard.press("s");
    await shows(statusOf(page, second).getByText("Sold"));
    await shows(page.getByText(`${name} is sold`));
    expect(await countOf(api, name, "sold")).toBe(1);
    await page.keyboard.press("Control+z");
    await shows(page.getByText(`${name} is available again`));
    await shows(statusOf(page, second).getByText("Available"));
    expect(await focusedRow(page)).toBe(second);
    expect(await countOf(api, name, "sold")).toBe(0);
  });

  test("moves the focus on when the change removes the row from the list", async ({ open, api }) => {
    const { name, pets } = await addPets(api, 3);
    const [, second, third] = pets.map(({ id }) => id) as [number, number, number];
    const page = await open(address(name, "&status=available"));
    await statusOf(page, second).click();
    await page.getByRole("menuitemradio", { name: "Pending" }).click();
    await row(page, second).waitFor({ state: "detached" });
    await expect.poll(() => focusedRow(page)).toBe(third);
  });

  test("changes in place on a phone, and Undo restores it", async ({ open, api }) => {
    const { name, pets } = await addPets(api, 1);
    const [{ id }] = pets as [Pet];
    const page = await open(address(name), { width: 390, height: 844, role: "clerk" });
    await statusOf(page, id).click();
    await page.getByRole("menuitemradio", { name: "Sold" }).click();
    await shows(statusOf(page, id).getByText("Sold"));
    await page.getByRole("button", { name: "Undo" }).click();
    await shows(page.getByText(`${name} is available again`));
    expect(await countOf(api, name, "available")).toBe(1);
  });

  test("is announced if the change was made, and not if an order refused it", async ({ open, api }) => {
    const [free, held] = await Promise.all([addPet(api), addPet(api)]);
    await placeOrder(api, held.id);
    const page = await open(`/animals?id=${free.id}&id=${held.id}`);
    const announced = (name: string) => page.getByText(`${name} is sold`);
    const markSold = async (id: number) => {
      await statusOf(page, id).click();
      await page.getByRole("menuitemradio", { name: "Sold" }).click();
    };
    await markSold(free.id);
    await announced(free.name).first().waitFor();
    await markSold(held.id);
    await expectNone(announced(held.name), page.getByRole("dialog").getByText("An open order holds this animal"));
  });

  test("returns to the old status and gives the reason if an order reserves the animal", async ({ open, api }) => {
    const { name, pets } = await addPets(api, 1);
    const [{ id }] = pets as [Pet];
    await placeOrder(api, id);
    const page = await open(address(name));
    const before = await statusOf(page, id).textContent();
    await statusOf(page, id).click();
    await page.getByRole("menuitemradio", { name: "Sold" }).click();
    await shows(page.getByRole("dialog").getByText("An open order holds this animal"));
    await page.keyboard.press("Escape");
    await expect.poll(() => statusOf(page, id).textContent()).toBe(before);
  });

  test("changes only once if the response is lost", async ({ open, api }) => {
    const { name, pets } = await addPets(api, 1);
    const [{ id }] = pets as [Pet];
    const page = await open(address(name), { allow: [/ERR_FAILED/] });
    let requests = 0;
    await page.route("**/v1/pets/changes*", async (route) => {
      requests += 1;
      if (requests > 1) return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await statusOf(page, id).click();
    await page.getByRole("menuitemradio", { name: "Sold" }).click();
    await shows(page.getByText(`${name} is sold`));
    expect(requests).toBe(2);
    const { body } = await api.history.listHistory({ query: { subject: `pet:${id}`, action: "pet.update" } });
    expect(body).toHaveLength(1);
  });

  test("returns to the old status while offline, and the rows stay", async ({ open, api }) => {
    const { name, pets } = await addPets(api, 1);
    const [{ id }] = pets as [Pet];
    const page = await open(address(name), { allow: [/ERR_INTERNET_DISCONNECTED/] });
    await shows(row(page, id));
    // Waits until the menu has been loaded ahead.
    await quiet(page);
    await page.context().setOffline(true);
    await statusOf(page, id).click();
    await page.getByRole("menuitemradio", { name: "Sold" }).click();
    await shows(statusOf(page, id).getByText("Sold"));
    await shows(page.getByText("You are offline", { exact: true }).first());
    await shows(statusOf(page, id).getByText("Available"));
    await page.context().setOffline(false);
    // The button is not found by role, because Base UI hides a notice of high priority until it has the focus.
    await page.getByRole("region", { name: "Notices" }).locator("button", { hasText: "Try again" }).click();
    await shows(page.getByText(`${name} is sold`).first());
    expect(await countOf(api, name, "sold")).toBe(1);
  });
});

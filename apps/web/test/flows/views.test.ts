import { describe, expect } from "vitest";
import { hasBrowser, test, unique } from "../support/browser.js";
import { shows } from "../support/pet-list.js";

describe.skipIf(!hasBrowser)("views of orders and history", () => {
  test("are saved, pinned on their own pages, and found everywhere", async ({ open, api }) => {
    const [placed, sold] = [unique("Placed"), unique("Sold")];
    await api.views.putView({ params: { name: placed }, body: { query: { status: "sold" } } });
    const page = await open("/orders?status=placed&sort=id");
    const dialog = page.getByRole("dialog");
    const menu = (name: string) => page.getByRole("button", { name, exact: true });
    const save = async (name: string) => {
      await menu("Views").click();
      await page.getByRole("menuitem", { name: "Save this view" }).click();
      await dialog.getByLabel("Name").fill(name);
      await dialog.getByRole("button", { name: "Save view" }).click();
      // The menu has the name of the view that shows.
      await shows(menu(name));
    };
    await save(placed);
    await menu(placed).click();
    await page.getByRole("menuitem", { name: "Manage views" }).click();
    await dialog.getByRole("button", { name: `Keep “${placed}” above the list` }).click();
    await page.goto(new URL("/history?counted=sold", page.url()).href);
    await save(sold);
    const pins = page.getByRole("navigation", { name: "Pinned views" });
    expect(await pins.count()).toBe(0);

    await page.keyboard.press("ControlOrMeta+k");
    await dialog.getByRole("combobox").fill(placed);
    await dialog.getByRole("option", { name: placed }).filter({ hasText: "Orders" }).click();
    await shows(pins.getByRole("button", { name: placed }));
    // The service does not keep the order of a view's parameters.
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      status: "placed",
      sort: "id",
      view: "list",
    });
  });
});

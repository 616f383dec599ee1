import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { hasBrowser, test, unique } from "../support/browser.js";
import { accented } from "../support/pseudo.js";
import { type Api, addPet, placeOrder } from "../support/rows.js";
import { findAllProblems, opening, press, statesOf } from "../support/scenes.js";

/** Adds eight animals with the same name, two of which have orders. */
const addRows = async (api: Api) => {
  const word = unique("Scene");
  const statuses = ["available", "available", "available", "pending", "sold", "available"] as const;
  const pets = await Promise.all(
    statuses.map((status, at) => addPet(api, { name: `${word} ${at}`, categoryId: 7_000 + (at % 2), status })),
  );
  const orders = await Promise.all([0, 1].map((at) => placeOrder(api, pets[at]?.id ?? 0, `${word}-${at}`)));
  await api.orders.updateOrder({ params: { orderId: orders[1]?.id ?? 0 }, body: { status: "approved" } });
  return { word, list: `/animals?q=${encodeURIComponent(word)}`, pets, orders };
};

describe.skipIf(!hasBrowser)("axe, the pseudo-locale and 320 px find nothing on", { timeout: 180_000 }, () => {
  test("the list of animals", async ({ open, api }) => {
    const { list } = await addRows(api);
    const select = (page: Page) => page.getByRole("checkbox", { name: accented("Select all on this page") }).check();
    const page = await open("/account", opening);
    const found = await findAllProblems(page, [
      { name: "rows", path: list },
      { name: "a page in the middle", path: "/animals?limit=20&offset=3" },
      { name: "those added on a day", path: `${list}&createdFrom=2026-01-01T00:00:00Z` },
      { name: "a filter by the day", path: list, act: press("Filter by a field") },
      ...statesOf("/animals"),
      { name: "no match", path: "/animals?q=nobody%20has%20this%20name&status=sold" },
      {
        name: "status menu",
        path: list,
        act: (at) =>
          at
            .getByRole("button", { name: /status of/ })
            .first()
            .click(),
      },
      {
        name: "category filter",
        path: list,
        act: (at) => at.locator("[aria-haspopup=dialog], [role=combobox]").first().click(),
      },
      { name: "views", path: list, act: press("Views") },
      { name: "export", path: list, act: press("Export") },
      { name: "selection", path: list, act: select },
      { name: "bulk delete", path: list, act: async (at) => (await select(at), press("Delete")(at)) },
      { name: "bulk category", path: list, act: async (at) => (await select(at), press("Change category")(at)) },
    ]);
    expect(found).toEqual([]);
  });

  test("an animal's drawer, conflicts and views", async ({ open, api }) => {
    const { word, list, pets } = await addRows(api);
    await api.views.putView({ params: { name: word }, body: { query: { status: "sold" } } });
    const id = pets[2]?.id ?? 0;
    const save = async (page: Page) => {
      await page.getByRole("dialog").getByRole("button", { name: "⟦Sávé⟧", exact: true }).click();
    };
    const page = await open("/account", opening);
    const found = await findAllProblems(page, [
      { name: "an animal", path: `${list}&open=${id}` },
      { name: "an ordered animal", path: `${list}&open=${pets[0]?.id}` },
      { name: "no such animal", path: `${list}&open=999999999` },
      { name: "a new animal with problems", path: `${list}&new=true`, act: save },
      {
        name: "a conflict",
        path: `${list}&open=${id}`,
        act: async (at) => {
          await at.getByLabel(accented("Name"), { exact: false }).last().fill("Mine");
          const fields = { categoryId: 7_001, status: "sold" } as const;
          await api.pets.updatePet({ params: { petId: id }, body: { ...fields, name: "Theirs" } });
          await save(at);
          await at.getByRole("radio").first().waitFor();
        },
      },
      {
        name: "a view above the list, and its new name",
        path: list,
        act: async (at) => {
          await press("Views")(at);
          await at.getByRole("menuitem", { name: accented("Manage views…") }).click();
          await at.getByRole("button", { name: `Keep “${word}” above the list` }).click();
          await at.getByRole("button", { name: `Rename the view “${word}”` }).click();
          await at.getByRole("textbox", { name: `New name of the view “${word}”` }).waitFor();
        },
      },
      {
        name: "saving a view",
        path: list,
        act: async (at) => {
          await press("Views")(at);
          await at.getByRole("menuitem", { name: accented("Save this view…") }).click();
          await at.getByRole("dialog").waitFor();
        },
      },
    ]);
    expect(found).toEqual([]);
  });

  test("the orders and their dialogs", async ({ open, api }) => {
    const { word, orders } = await addRows(api);
    const list = `/orders?q=${encodeURIComponent(word)}`;
    const page = await open("/account", opening);
    const found = await findAllProblems(page, [
      { name: "board", path: "/orders?view=board" },
      ...statesOf("/orders"),
      { name: "list", path: list },
      { name: "no match", path: "/orders?q=nobody-has-this" },
      { name: "new order", path: "/orders?new=true", act: (at) => at.getByRole("option").first().waitFor() },
      {
        name: "cancelling",
        path: list,
        act: async (at) => {
          await at.getByRole("button", { name: `More for order ${orders[0]?.id}` }).click();
          await at.getByRole("menuitem", { name: "Cancel…" }).click();
        },
      },
    ]);
    expect(found).toEqual([]);
  });

  test("the customers and their dialogs", async ({ open, api }) => {
    const customer = { name: unique("Ada"), email: `${unique("ada").replaceAll(" ", ".")}@example.com` };
    const { customerId } = await placeOrder(api, (await addPet(api)).id, unique("PO"), { customer });
    await api.customers.createCustomer({ body: { name: customer.name.toUpperCase(), phone: "+44 20 7946 0018" } });
    const one = `/customers?open=${customerId}`;
    const page = await open("/account", opening);
    const found = await findAllProblems(page, [
      { name: "rows", path: "/customers" },
      ...statesOf("/customers"),
      { name: "no match", path: "/customers?q=nobody-has-this" },
      { name: "a text that is too short", path: "/customers?q=Ad" },
      { name: "new", path: "/customers?new=true" },
      { name: "one", path: one },
      { name: "no such customer", path: "/customers?open=999999999" },
      { name: "changing", path: one, act: press("Edit") },
      { name: "erasing", path: one, act: press("Erase…") },
      {
        name: "merging",
        path: one,
        act: async (at) => {
          await at.getByRole("button", { name: /^⟦Merge with/ }).click();
          await at.getByRole("row").nth(2).waitFor();
        },
      },
    ]);
    expect(found).toEqual([]);
  });

  test("the categories and their dialogs", async ({ open, api }) => {
    await addRows(api);
    const name = unique("Category");
    await api.categories.createCategory({ body: { name } });
    const path = `/categories?q=${encodeURIComponent(name)}`;
    const page = await open("/account", opening);
    const found = await findAllProblems(page, [
      { name: "rows", path: "/categories" },
      ...statesOf("/categories"),
      { name: "no match", path: "/categories?q=nobody-has-this" },
      { name: "new", path: `${path}&new=true` },
      { name: "renaming", path, act: (at) => at.locator("[data-row-main]").first().click() },
      { name: "deleting", path, act: (at) => at.getByRole("button", { name: `Delete ${name}` }).click() },
      {
        name: "merging",
        path: "/categories",
        act: async (at) => {
          await at
            .getByRole("button", { name: /^⟦Merge/ })
            .first()
            .click();
          await at.getByRole("dialog").getByRole("option").first().click();
          await at.getByText(accented("Now")).first().waitFor();
        },
      },
    ]);
    expect(found).toEqual([]);
  });
});

import type { Page } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { accountOf, hasBrowser, test, unique } from "../support/browser.js";
import { emailOf } from "../support/people.js";
import { accented } from "../support/pseudo.js";
import { addPet, addWebhook, placeOrder } from "../support/rows.js";
import { findAllProblems, opening, press, statesOf } from "../support/scenes.js";
import { inviteAccount } from "../support/staff.js";

describe.skipIf(!hasBrowser)("axe, the pseudo-locale and 320 px find nothing on", { timeout: 180_000 }, () => {
  test("Today", async ({ open, api }) => {
    const { id } = await addPet(api, { categoryId: 7_100 });
    await placeOrder(api, id);
    const page = await open("/account", opening);
    const found = await findAllProblems(page, [
      { name: "all", path: "/" },
      ...statesOf("/"),
      { name: "as a table", path: "/", act: press("Show as table") },
    ]);
    expect(found).toEqual([]);
  });

  test("the history", async ({ open, api }) => {
    const { id } = await addPet(api);
    await api.pets.updatePet({ params: { petId: id }, body: { name: "Renamed", status: "sold" } });
    const path = `/history?subject=pet%3A${id}`;
    const page = await open("/account", opening);
    const found = await findAllProblems(page, [
      { name: "everything", path: "/history?all=true" },
      ...statesOf("/history"),
      { name: "no match", path: "/history?subject=pet%3A999999999" },
      { name: "details", path, act: (at) => at.locator("[data-row-main]").first().click() },
      { name: "selection", path, act: (at) => at.getByRole("checkbox").first().check() },
    ]);
    expect(found).toEqual([]);
  });

  test("the keys and their dialogs", async ({ open, api }) => {
    const expiresAt = new Date(Date.now() + 5 * 86_400_000).toISOString();
    const made = await api.apiKeys.createApiKey({ body: { name: unique("Till"), scope: "read", expiresAt } });
    if (made.status !== 201) throw new Error("The key was not made.");
    const menu = (page: Page) => page.getByRole("button", { name: `Actions for ${made.body.name}` }).click();
    const page = await open("/account", opening);
    const found = await findAllProblems(page, [
      { name: "rows", path: "/keys" },
      ...statesOf("/keys"),
      { name: "details", path: `/keys?open=${made.body.id}` },
      { name: "menu", path: "/keys", act: menu },
      {
        name: "replacing",
        path: "/keys",
        act: async (at) => {
          await menu(at);
          await at.getByRole("menuitem", { name: accented("Rotate") }).click();
          await at.getByRole("dialog").waitFor();
        },
      },
      {
        name: "revoking",
        path: "/keys",
        act: async (at) => {
          await menu(at);
          await at.getByRole("menuitem", { name: accented("Revoke") }).click();
          await at.getByRole("alertdialog").waitFor();
        },
      },
      {
        name: "a new key",
        path: "/keys",
        act: async (at) => {
          await press("New key")(at);
          await at.getByRole("dialog").getByRole("textbox").first().fill(unique("Shop"));
          await press("Make the key")(at);
          await at.getByText(accented("Copy the key now")).waitFor();
        },
      },
    ]);
    expect(found).toEqual([]);
  });

  test("the staff and its dialogs", async ({ open }) => {
    const page = await open("/account", opening);
    const someone = (at: Page) => at.locator("[data-row] a").last().click();
    const inDrawer = (name: string) => async (at: Page) => {
      await someone(at);
      await at
        .getByRole("dialog")
        .getByRole("button", { name: accented(name) })
        .first()
        .click();
    };
    const found = await findAllProblems(page, [
      { name: "rows", path: "/staff?searchValue=store.example" },
      { name: "loading", path: "/staff", answers: "none" },
      { name: "failed", path: "/staff", answers: "failures" },
      { name: "no match", path: "/staff?searchValue=nobody-has-this" },
      { name: "an account", path: "/staff?searchValue=chris", act: someone },
      { name: "banning", path: "/staff?searchValue=clerk", act: inDrawer("Disable") },
      { name: "a reset", path: "/staff?searchValue=clerk", act: inDrawer("Reset the password") },
      {
        name: "a new account with problems",
        path: "/staff",
        act: async (at) => {
          await press("New account")(at);
          await press("Make the account")(at);
        },
      },
    ]);
    expect(found).toEqual([]);
  });

  test("the webhooks and their dialogs", async ({ open, api }) => {
    const path = `/webhooks?open=${await addWebhook(api)}`;
    const page = await open("/account", opening);
    const found = await findAllProblems(page, [
      { name: "rows", path: "/webhooks" },
      ...statesOf("/webhooks"),
      { name: "details", path },
      { name: "none", path: "/webhooks?open=999999" },
      { name: "a new one", path: "/webhooks", act: press("New webhook") },
      ...["Change", "Rotate the secret", "Send again from", "Delete"].map((name) => ({ name, path, act: press(name) })),
      {
        name: "its secret",
        path,
        act: async (at: Page) => {
          await press("Rotate the secret")(at);
          await press("Make a new secret")(at);
          await at.getByRole("textbox", { name: accented("The secret") }).waitFor();
        },
      },
    ]);
    expect(found).toEqual([]);
  });

  test("the report, the store and a sale", async ({ open, api }) => {
    const { id } = await placeOrder(api, (await addPet(api)).id);
    await api.orders.updateOrder({ params: { orderId: id }, body: { price: { amount: 180, currency: "EUR" } } });
    const page = await open("/account", opening);
    const found = await findAllProblems(page, [
      { name: "report", path: "/report" },
      { name: "report, loading", path: "/report", answers: "none" },
      { name: "report, failed", path: "/report", answers: "failures" },
      { name: "some days", path: "/report?days=90" },
      { name: "store", path: "/store" },
      { name: "a sale", path: `/orders?view=list&open=${id}` },
      { name: "paying", path: `/orders?view=list&open=${id}`, act: press("Mark as paid") },
    ]);
    expect(found).toEqual([]);
  });

  test("my account and the import", async ({ open }) => {
    const csv = "Name;Kind;State\nRex;Dogs;for sale\n;Dogs;gone\nLuna;Cats;odd\n";
    const choose = (page: Page) =>
      page.locator("input[type=file]").setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    const page = await open("/account", opening);
    const found = await findAllProblems(page, [
      { name: "my account", path: "/account" },
      { name: "my account, loading", path: "/account", answers: "none" },
      { name: "my account, failed", path: "/account", answers: "failures" },
      { name: "a short password", path: "/account", act: press("Change the password") },
      {
        name: "an app",
        path: "/account",
        act: async (at) => {
          await press("Set up an app")(at);
          await at.getByRole("img", { name: accented("QR code for the authenticator app") }).waitFor();
        },
      },
      { name: "import", path: "/import" },
      { name: "a file", path: "/import", act: choose },
    ]);
    expect(found).toEqual([]);
  });

  test("what stands around every page", async ({ open }) => {
    const page = await open("/account", opening);
    const found = await findAllProblems(page, [
      { name: "no such page", path: "/nowhere" },
      { name: "commands", path: "/account", act: press("Search and commands") },
      {
        name: "account menu",
        path: "/account",
        act: (at) => at.getByRole("button", { name: "Account of" }).first().click(),
      },
      { name: "shortcuts", path: "/categories", act: (at) => at.keyboard.press("?") },
      {
        name: "offline",
        path: "/account",
        act: (at) =>
          at.evaluate(() => {
            Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
            dispatchEvent(new Event("offline"));
          }),
      },
    ]);
    expect(found).toEqual([]);
  });

  test("the page of an invitation", async ({ open }) => {
    const { cookies } = await accountOf("owner");
    const name = unique("Kim");
    const code = await inviteAccount(inject("address"), cookies, { name, email: emailOf(name), role: "clerk" });
    const page = await open("/", { ...opening, role: null });
    const found = await findAllProblems(page, [
      { name: "a code", path: "/invitation" },
      {
        name: "a code that does not work",
        path: "/invitation",
        act: async (at) => {
          await at.locator("input[name=code]").fill("k7mq-2xvd");
          await at.keyboard.press("Enter");
          await at.getByRole("alert").waitFor();
        },
      },
      {
        name: "a password",
        path: "/invitation",
        act: async (at) => {
          await at.locator("input[name=code]").fill(code);
          await at.keyboard.press("Enter");
          await at.locator("input[name=password]").waitFor();
        },
      },
    ]);
    expect(found).toEqual([]);
  });

  test("the sign-in page", async ({ open }) => {
    const page = await open("/", { ...opening, role: null });
    const found = await findAllProblems(page, [
      { name: "sign in", path: "/" },
      {
        name: "wrong password",
        path: "/",
        act: async (at) => {
          await at.locator("input[name=email]").fill("nobody@store.example");
          await at.locator("input[name=password]").fill("not a password");
          await at.keyboard.press("Enter");
          await at.getByRole("alert").first().waitFor();
        },
      },
    ]);
    expect(found).toEqual([]);
  });
});

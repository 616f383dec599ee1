import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test, unique } from "../support/browser.js";
import { addPets } from "../support/pet-list.js";
import { accented } from "../support/pseudo.js";
import { findAllProblems, opening } from "../support/scenes.js";

const button = (page: Page, name: string) => page.getByRole("button", { name: accented(name) }).first();
const refuse = (status: number, code: string) => ({ status, json: { code, message: "Refused by the test.", status } });

const chooseStatus = async (page: Page, status: string) => {
  await button(page, "Change status").click();
  await page.getByRole("menuitem", { name: accented(status) }).click();
};

const selectPage = (page: Page) => page.getByRole("checkbox", { name: accented("Select all on this page") }).check();

const chooseFile = async (page: Page) => {
  const csv = `name,category,status\n${unique("Scene")},Dog,sold\n,Dog,sold\n`;
  const file = { name: "a.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await page.locator("input[type=file]").setInputFiles(file);
  await button(page, "Check the file").click();
  await page.getByRole("heading", { name: accented("What would be added") }).waitFor();
};

describe("axe, the pseudo-locale and 320 px find nothing while", () => {
  test("a change is made, runs in bulk or fails", async ({ open, api }) => {
    const { name } = await addPets(api, 3);
    const path = `/animals?q=${encodeURIComponent(name)}`;
    const page = await open("/account", opening);
    const found = await findAllProblems(page, [
      {
        name: "a notice with undo",
        path,
        act: async (at) => {
          await selectPage(at);
          await chooseStatus(at, "Pending");
          await at.getByRole("button", { name: "Change 3 animals" }).click();
          await button(at, "Undo").waitFor();
        },
      },
      {
        name: "many animals",
        path,
        act: async (at) => {
          await at.route(
            (url) => url.pathname === "/v1/pets/changes" && !url.searchParams.has("dryRun"),
            async () => undefined,
          );
          await selectPage(at);
          await chooseStatus(at, "Sold");
          await at.getByRole("button", { name: "Change 3 animals" }).click();
          await at.getByRole("progressbar").waitFor();
        },
      },
      {
        name: "a failed change",
        path,
        act: async (at) => {
          await at.route("**/v1/pets/changes*", (route) => route.fulfill(refuse(500, "internal_error")));
          await at
            .getByRole("button", { name: /status of/ })
            .first()
            .click();
          await at.getByRole("menuitemradio").first().click();
          await at.getByText("Refused by the test.").first().waitFor();
        },
      },
    ]);
    expect(found).toEqual([]);
  });

  test("a file is checked and imported", async ({ open }) => {
    const page = await open("/account", opening);
    const found = await findAllProblems(page, [
      { name: "what would be added", path: "/import", act: chooseFile },
      {
        name: "what was added",
        path: "/import",
        act: async (at) => {
          await chooseFile(at);
          await at.getByLabel(/Leave out the 1 row/).check();
          await at.getByRole("button", { name: "Add 1 animal" }).click();
          await at.getByText("1 row was left out", { exact: false }).waitFor();
        },
      },
    ]);
    expect(found).toEqual([]);
  });

  test("the session is over or a chunk is missing", async ({ open }) => {
    const page = await open("/account", opening);
    const found = await findAllProblems(page, [
      {
        name: "session ended",
        path: "/account",
        act: async (at) => {
          await at.route("**/auth/key", (route) => route.fulfill(refuse(401, "unauthorized")));
          await at.reload();
          await at.getByRole("dialog").waitFor();
        },
      },
      {
        name: "a missing chunk",
        path: "/account",
        act: async (at) => {
          await at.route("**/assets/orders-page-*.js", (route) => route.fulfill({ status: 404, body: "" }));
          await at.locator("nav a[href='/orders']").first().click();
          await button(at, "Reload").waitFor();
        },
      },
    ]);
    expect(found).toEqual([]);
  });
});

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectGone, expectNone, expectOnlyThere } from "./support/absence.js";
import { findViolations } from "./support/axe.js";
import { hasBrowser, test, unique } from "./support/browser.js";
import { address, addPets, chooseStatus, countOf, row, rows, shows, statusOf } from "./support/pet-list.js";

describe.skipIf(!hasBrowser)("the list of animals", () => {
  test("skips animals that already have the value, and so does the undo", async ({ open, api }) => {
    const { name, pets } = await addPets(api, 2);
    await api.pets.updatePet({ params: { petId: pets[0]?.id ?? 0 }, body: { status: "sold" } });
    const page = await open(address(name));
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await chooseStatus(page, "Sold");
    await shows(page.getByRole("dialog").getByText("1 animal needs no change."));
    await page.getByRole("button", { name: "Change 1 animal", exact: true }).click();
    await shows(page.getByText("Marked 1 animal as sold"));
    await page.getByRole("button", { name: "Undo" }).click();
    await shows(page.getByText(`${name} is available again`));
    expect(await countOf(api, name, "sold")).toBe(1);
  });

  test("keeps the selection of one page on the next", async ({ open, api }) => {
    const { name } = await addPets(api, 60);
    const page = await open(address(name));
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await shows(page.getByText("50 selected"));
    await page.keyboard.press("]");
    await shows(page.getByText("51 to 60 of 60"));
    await rows(page).first().getByRole("checkbox").check();
    await shows(page.getByText("51 selected"));
    await chooseStatus(page, "Pending");
    await shows(page.getByRole("dialog").getByText("51 animals will be marked as pending."));
  });

  test("clears the selection when a filter changes", async ({ open, api }) => {
    const { name } = await addPets(api, 2);
    const page = await open(address(name));
    await rows(page).first().getByRole("checkbox").check();
    await shows(page.getByText("1 selected"));
    // A shortcut of the list acts on the selection.
    await page.keyboard.press("s");
    await page.keyboard.press("s");
    await shows(page.getByRole("dialog").getByText("1 animal will be marked as sold."));
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await rows(page).first().getByRole("checkbox").focus();
    await page.keyboard.press("Escape");
    await expectGone(page.getByText("1 selected"), page.getByText("2 animals", { exact: true }));
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("Shift+X");
    await shows(page.getByText("2 selected"));
    await page.keyboard.press("x");
    await shows(page.getByText("1 selected"));
    await page.getByRole("radio", { name: "Available" }).press("Space");
    await expectGone(page.getByText("1 selected"), page.getByText("2 animals", { exact: true }));
  });

  test("is silent about a stopped export, and repeats a failed one unchanged", async ({ open, api }) => {
    const { name } = await addPets(api, 1);
    const page = await open(address(name), { allow: [/ERR_FAILED/] });
    await page.route("**/v1/pets/export?*", () => undefined);
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "For a spreadsheet" }).click();
    await page.getByRole("button", { name: "Stop the export" }).click();
    const notices = page.getByLabel("Notices");
    await expectNone(
      notices.getByText(/That did not work|Exported/),
      page.getByRole("button", { name: "Export", exact: true }),
    );
    await page.unrouteAll();
    await page.route("**/v1/pets/export?*", (route) => route.abort(), { times: 1 });
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("menuitem", { name: "To import again" }).click();
    const download = page.waitForEvent("download");
    const again = page.waitForRequest("**/v1/pets/export?*");
    await page.getByLabel("Notices").locator("button", { hasText: "Try again" }).click();
    expect((await again).url()).not.toContain("spreadsheetSafe");
    await download;
  });

  test("selects a range with Shift, and deletes it after asking", async ({ open, api }) => {
    const { name } = await addPets(api, 5);
    const page = await open(address(name), { width: 390, height: 844 });
    const boxes = rows(page).getByRole("checkbox");
    await boxes.nth(1).click();
    await boxes.nth(3).click({ modifiers: ["Shift"] });
    await shows(page.getByText("3 selected"));
    await page.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete 3 animals" }).click();
    await shows(page.getByText("Deleted 3 animals"));
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => rows(page).count()).toBe(5);
  });

  test("turns pages, also in the drawer, and keeps filters in the address", async ({ open, api }) => {
    const { name, pets } = await addPets(api, 60);
    const page = await open(address(name), { allow: [/status of 400/] });
    await shows(page.getByText("1 to 50 of 60"));
    await page.keyboard.press("]");
    await shows(page.getByText("51 to 60 of 60"));
    await expect.poll(() => rows(page).count()).toBe(10);
    await page.reload();
    await shows(row(page, pets[59]?.id ?? 0));
    await page.keyboard.press("[");
    await shows(page.getByText("1 to 50 of 60"));
    const drawerOf = (at: number) => page.getByRole("dialog", { name: `Animal ${pets[at]?.id}` });
    await row(page, pets[49]?.id ?? 0)
      .getByRole("link")
      .click();
    await shows(drawerOf(49));
    await page.keyboard.press("]");
    await shows(drawerOf(50));
    await page.keyboard.press("[");
    await shows(drawerOf(49));
    await page.keyboard.press("Escape");
    await page.goto(address(name, "&cursor=lost"));
    await shows(page.getByText("1 to 50 of 60"));
    expect(new URL(page.url()).searchParams.has("cursor")).toBe(false);
    await page.getByRole("button", { name: "Number" }).click();
    await shows(row(page, pets[59]?.id ?? 0));
    expect(page.url()).toContain("sort=-id");
    await page.getByRole("radio", { name: "Sold" }).press("Space");
    await shows(page.getByText("No animal matches"));
    await page.getByRole("button", { name: "Clear filters" }).click();
    await shows(rows(page).first());
    expect(new URL(page.url()).search).toBe("?sort=-id");
  });

  test("finds an animal by its number", async ({ open, api }) => {
    const { pets } = await addPets(api, 2);
    const page = await open("/animals");
    await page.getByRole("textbox", { name: "Search by name or number" }).fill(String(pets[1]?.id));
    await shows(row(page, pets[1]?.id ?? 0));
    await expect.poll(() => rows(page).count()).toBe(1);
  });

  test("counts the animals of the present numbers only", async ({ open, api }) => {
    const { pets } = await addPets(api, 2);
    const [first, second] = pets.map(({ id }) => id);
    const page = await open(`/animals?id=${first}&id=${second}`);
    await shows(page.getByText("2 animals", { exact: true }));
    await page.getByLabel("Search by name or number").fill(String(first));
    await shows(page.getByText("1 animal", { exact: true }));
  });

  test("saves a view, shares it, and deletes it", async ({ open, api }) => {
    const { name } = await addPets(api, 1);
    const view = unique("View");
    const page = await open(address(name), { role: "manager" });
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save this view" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill(view);
    await dialog.getByRole("switch").click();
    await page.getByRole("button", { name: "Save view" }).click();
    await shows(page.getByText(`Saved the view “${view}”`));

    const other = await open("/animals", { role: "clerk" });
    await other.getByRole("button", { name: "Views" }).click();
    await other.getByRole("menuitem", { name: view }).click();
    await shows(other.getByText("1 animal", { exact: true }));
    expect(new URL(other.url()).searchParams.get("name")).toBe(name);

    await page.getByRole("button", { name: "Number", exact: true }).click();
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Manage views" }).click();
    const savedBy = async (button: string) => {
      const saving = page.waitForRequest((request) => request.method() === "PUT");
      await page.getByRole("button", { name: button }).click();
      return (await saving).postDataJSON() as unknown;
    };
    expect(await savedBy(`Share “${view}” with all staff`)).toEqual({
      page: "pets",
      query: { name },
      shared: false,
    });
    await shows(page.getByRole("button", { name: `Share “${view}” with all staff`, pressed: false }));
    expect(await savedBy(`Save the list as it is now as “${view}”`)).toEqual({
      page: "pets",
      query: { name, sort: "-id" },
      shared: false,
    });
    await page.getByRole("button", { name: `Delete the view “${view}”` }).click();
    await shows(page.getByText(`Deleted the view “${view}”`));
  });

  test("offers sharing of a new view to managers, and not to clerks", async ({ open, api }) => {
    const { name } = await addPets(api, 1);
    const openDialog = async (role: "clerk" | "manager") => {
      const page = await open(address(name), { role });
      await page.getByRole("button", { name: "Views" }).click();
      await page.getByRole("menuitem", { name: "Save this view" }).click();
      return page;
    };
    const clerk = await openDialog("clerk");
    await expectOnlyThere((at: Page) => at.getByRole("dialog").getByRole("switch"), {
      there: await openDialog("manager"),
      notHere: clerk,
      settled: clerk.getByRole("dialog").getByRole("textbox", { name: "Name" }),
    });
  });

  test("offers sharing of an existing view to managers, and not to clerks", async ({ open, api }) => {
    const { name } = await addPets(api, 1);
    const view = unique("View");
    const manageViews = async (role: "clerk" | "manager") => {
      const page = await open(address(name), { role });
      await page.getByRole("button", { name: "Views" }).click();
      await page.getByRole("menuitem", { name: "Save this view" }).click();
      await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill(view);
      await page.getByRole("button", { name: "Save view" }).click();
      await page.getByRole("button", { name: view }).click();
      await page.getByRole("menuitem", { name: "Manage views" }).click();
      return page;
    };
    const clerk = await manageViews("clerk");
    await expectOnlyThere((at: Page) => at.getByRole("button", { name: `Share “${view}” with all staff` }), {
      there: await manageViews("manager"),
      notHere: clerk,
      settled: clerk.getByRole("button", { name: `Delete the view “${view}”` }),
    });
  });

  test("exports what the list shows", async ({ open, api }) => {
    const { name, pets } = await addPets(api, 120, `=${unique("Luna")}`);
    const page = await open(address(name, "&sort=-id"));
    await page.getByRole("button", { name: "Export" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "For a spreadsheet" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^animals-\d{4}-\d\d-\d\d\.csv$/);
    const folder = await mkdtemp(join(tmpdir(), "petstore-export-"));
    await file.saveAs(join(folder, "pets.csv"));
    const lines = (await readFile(join(folder, "pets.csv"), "utf8")).trimEnd().split("\n");
    await rm(folder, { recursive: true });
    expect(lines).toHaveLength(121);
    expect(lines[1]).toContain(`${pets[119]?.id},'${name}`);
    await shows(page.getByText("Exported 120 animals"));
  });

  test("passes axe in its menus at 320 px in the dark theme", async ({ open, api }) => {
    const { name, pets } = await addPets(api, 2);
    const page = await open(address(name), { width: 320, theme: "dark", role: "manager" });
    await shows(page.getByText("2 animals"));
    await page.getByRole("checkbox", { name: "Select all on this page" }).click();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.keyboard.press("Escape");
    await statusOf(page, pets[0]?.id ?? 0).click();
    await shows(page.getByRole("menu"));
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Category: Any category" }).click();
    await shows(page.getByRole("listbox"));
    expect(await findViolations(page)).toEqual([]);
  });
});

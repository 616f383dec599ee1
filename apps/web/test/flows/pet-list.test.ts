import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectNone, expectOnlyThere } from "../support/absence.js";
import { findViolations } from "../support/axe.js";
import { hasBrowser, test, unique } from "../support/browser.js";
import { addPets, address, chooseStatus, countOf, rows, shows, statusOf } from "../support/pet-list.js";

describe.skipIf(!hasBrowser)("the list of animals", () => {
  test("skips animals that already have the value, in a bulk change and in its undo", async ({ open, api }) => {
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

  test("keeps the selection when the page turns", async ({ open, api }) => {
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

  test("shows nothing for a stopped export, and repeats a failed export unchanged", async ({ open, api }) => {
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

  test("counts only the animals that match the present filters", async ({ open, api }) => {
    const { pets } = await addPets(api, 2);
    const [first, second] = pets.map(({ id }) => id);
    const page = await open(`/animals?id=${first}&id=${second}`);
    await shows(page.getByText("2 animals", { exact: true }));
    await page.getByLabel("Search animals").fill(`${first}, ${first}`);
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
    expect(new URL(other.url()).searchParams.get("q")).toBe(name);

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
      query: { q: name },
      isShared: false,
    });
    await shows(page.getByRole("button", { name: `Share “${view}” with all staff`, pressed: false }));
    expect(await savedBy(`Save the list as it is now as “${view}”`)).toEqual({
      page: "pets",
      query: { q: name, sort: "id" },
      isShared: false,
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

  test("has menus without an accessibility problem at 320 px in the dark theme", async ({ open, api }) => {
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

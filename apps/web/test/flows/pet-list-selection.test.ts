import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { expectGone } from "../support/absence.js";
import { hasBrowser, test, unique } from "../support/browser.js";
import { addPets, address, row, rows, shows } from "../support/pet-list.js";

describe.skipIf(!hasBrowser)("the list of animals", () => {
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

  test("selects a range with Shift, and deletes it after a confirmation", async ({ open, api }) => {
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
    // The best match comes first until a column is chosen.
    await page.getByRole("button", { name: "Number" }).click();
    await page.waitForURL("**&sort=id");
    await page.getByRole("button", { name: "Number" }).click();
    await shows(row(page, pets[59]?.id ?? 0));
    expect(page.url()).toContain("sort=-id");
    await page.getByRole("radio", { name: "Sold" }).press("Space");
    await shows(page.getByText("No animal matches"));
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await shows(rows(page).first());
    expect(new URL(page.url()).search).toBe("?sort=-id");
  });

  test("finds an animal by its number", async ({ open, api }) => {
    const { pets } = await addPets(api, 2);
    const page = await open("/animals");
    await page.getByRole("combobox", { name: "Search animals" }).fill(String(pets[1]?.id));
    await expect.poll(() => rows(page).first().getAttribute("data-row")).toBe(String(pets[1]?.id));
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
});

import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test, unique } from "../support/browser.js";
import { addPet } from "../support/rows.js";

/** Holds the numbered screenshots of the last run. */
const folder = join(tmpdir(), "petstore-new-field");

describe("a new field", () => {
  test("defined in the admin works in form, list, filter, CSV, API and client", async ({ open, api }) => {
    await mkdir(folder, { recursive: true });
    const pet = await addPet(api);
    const label = unique("Ears");
    const name = label.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
    let page: Page;
    let steps = 0;
    const startedAt = performance.now();
    const done = async (what: string) => {
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      steps += 1;
      await page.screenshot({ path: join(folder, `${steps}.png`) });
      process.stdout.write(`${seconds} s: ${what}\n`);
    };
    const drawer = () => page.locator("[data-drawer]");
    const button = (within: ReturnType<typeof drawer> | Page, label: string) =>
      within.getByRole("button", { name: label, exact: true });

    page = await open("/fields", { role: "manager" });
    await button(page, "New field").first().click();
    await drawer().getByLabel("Label", { exact: true }).fill(label);
    await drawer().getByLabel("Kind of value").selectOption("choice");
    await button(drawer(), "Add an option").click();
    await page.keyboard.type("Floppy");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Pointed");
    await done("its form has a preview");
    await page.keyboard.press("Control+Enter");
    await page.getByLabel("Notices").getByText(`Added the field ${label}`).waitFor();
    await done("defined");

    await page.goto(`/animals?open=${pet.id}`);
    await button(drawer(), `Edit ${label}`).click();
    await drawer().getByLabel(label).selectOption({ label: "Pointed" });
    await page.keyboard.press("Control+Enter");
    await page.getByLabel("Notices").getByText(`Saved the details of ${pet.name}`).waitFor();
    await done("filled in for an animal");

    await page.goto("/animals");
    await button(page, "Choose columns").click();
    await page.getByRole("menuitemcheckbox", { name: label }).click();
    await page.keyboard.press("Escape");
    await button(page, "Filter by a field").click();
    await page.getByRole("dialog").getByLabel("Field").selectOption(name);
    await page.getByRole("dialog").getByText("Pointed", { exact: true }).click();
    await done("its filter");
    await page.keyboard.press("Enter");
    await page.getByRole("cell", { name: "Pointed" }).waitFor();
    await expect.poll(() => page.locator("tbody [data-row]").count()).toBe(1);
    await done("a column, and a filter that finds the animal");

    const download = page.waitForEvent("download");
    await button(page, "Export").click();
    await page.getByRole("menuitem", { name: "To import again" }).click();
    const file = await text(await (await download).createReadStream());
    expect(file.split("\r\n")[0]).toContain(`attributes.${name}`);
    await done("in an exported file");

    const imported = unique("Imp");
    await page.goto("/import");
    const csv = `name,category,status,${label}\n${imported},Dog,sold,Floppy\n`;
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "ears.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await button(page, "Check the file").click();
    await button(page, "Add 1 animal").click();
    await page.getByText("No row was left out", { exact: false }).waitFor();
    await done("imported by its label");

    const found = await api.pets.listPets({ query: { attributes: { [name]: ["floppy"] }, expand: ["profile"] } });
    expect(found.body).toMatchObject([{ name: imported, profile: { attributes: { [name]: "floppy" } } }]);
    await done("found through the API by the client");
    expect((performance.now() - startedAt) / 1_000).toBeLessThan(120);
    process.stdout.write(`Screenshots: ${folder}\n`);
  });
});

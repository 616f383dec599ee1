import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectNone } from "../support/absence.js";
import { findViolations } from "../support/axe.js";
import { hasBrowser, test, unique } from "../support/browser.js";
import { rowOf, workbookParts, zipOf } from "@petstore/tables/test/workbook-parts";

const choose = (page: Page, name: string, content: string | Buffer) =>
  page
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.isBuffer(content) ? content : Buffer.from(content) });

const check = async (page: Page) => {
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.getByRole("heading", { name: "What would be added" }).waitFor();
};

describe.skipIf(!hasBrowser)("the import page", () => {
  test("maps, checks, skips bad rows and adds the rest, at 390 px", async ({ open, api }) => {
    const name = unique("Imp");
    const page = await open("/import", { role: "manager", width: 390 });
    await choose(page, "shelter.csv", `call;species;outcome\n${name} A;Dog;Adoption\n;Dog;Transfer\n${name} B;Cat;\n`);
    await check(page);
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download these rows" }).click();
    const file = await text(await (await download).createReadStream());
    expect(file).toMatch(/^\uFEFF?call;species;outcome;Line;Problem\r\n;Dog;Transfer;3;call: has no value\r\n/);
    await page.getByLabel("Leave out the 1 row with a problem, and add the rest").check();
    await page.getByRole("button", { name: "Add 2 animals" }).click();
    await page.getByText("1 row was left out", { exact: false }).waitFor();
    const { body } = await api.pets.listPets({ query: { name } });
    expect(body).toMatchObject([
      { name: `${name} A`, status: "sold" },
      { name: `${name} B`, status: "available" },
    ]);
  });

  test("imports once after a lost answer and a retry, by keyboard", async ({ open, api }) => {
    const name = unique("Lost");
    const page = await open("/import", { allow: [/ERR_CONNECTION_FAILED|ERR_FAILED/] });
    await choose(page, "a.csv", `name,category,status\n${name},Dog,sold\n`);
    await check(page);
    await page.route("**/v1/pets/import", async (route) => {
      await route.fetch();
      return route.abort("connectionfailed");
    });
    await page.getByRole("button", { name: "Add 1 animal" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("No row was left out", { exact: false }).waitFor();
    expect((await api.pets.listPets({ query: { name } })).body).toHaveLength(1);
  });

  test("waits while another import runs, and says so", async ({ open }) => {
    const page = await open("/import", { allow: [/503/] });
    await choose(page, "a.csv", `name,category\n${unique("Wait")},Dog\n`);
    let refusals = 0;
    await page.route("**/v1/pets/import?dryRun=true", (route) => {
      refusals += 1;
      if (refusals > 1) return route.continue();
      const body = JSON.stringify({
        code: "service_unavailable",
        message: "another import is in progress",
        status: 503,
      });
      return route.fulfill({ status: 503, headers: { "retry-after": "3" }, contentType: "application/json", body });
    });
    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByText("Another import is running.", { exact: false }).waitFor();
    await page.getByRole("heading", { name: "What would be added" }).waitFor();
  });

  test("reads a German file of an older program: a title, semicolons, decimal commas and Windows-1252", async ({
    open,
    api,
  }) => {
    const name = unique("M\u00fcsli");
    const page = await open("/import");
    const rows = `Tierbestand\r\n\r\nName;Kategorie;Status;;\r\n${name};Katze;Verf\u00fcgbar\r\n;;;\r\n${name} B;Hund;verkauft;;\r\n`;
    await choose(page, "bestand.csv", Buffer.from(rows, "latin1"));
    expect(await page.getByLabel("Encoding").inputValue()).toBe("windows-1252");
    expect(await page.getByLabel("Column names in line").inputValue()).toBe("3");
    expect(await page.getByLabel("Kategorie", { exact: true }).inputValue()).toBe("category");
    await check(page);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Add 2 animals" }).click();
    await page.getByText("No row was left out", { exact: false }).waitFor();
    const { body } = await api.pets.listPets({ query: { name } });
    expect(body).toMatchObject([{ name, status: "available" }, { status: "sold" }]);
  });

  test("asks what unknown statuses mean, and explains why it cannot check yet", async ({ open, api }) => {
    const name = unique("Ask");
    const page = await open("/import");
    await choose(page, `${name}.csv`, `a,category,status\n${name} A,Hund,weg\n${name} B,Hund,tot\n${name} C,Hund,\n`);
    const button = page.getByRole("button", { name: "Check the file" });
    // The page says this twice: above the columns and at the button.
    await expect.poll(() => page.getByText("Say which column has the names.").count()).toBe(2);
    expect(await button.isEnabled()).toBe(false);
    await page.getByLabel("a", { exact: true }).selectOption("name");
    await page.getByText("Choose a status for “weg”, “tot”.").first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel("What “weg” means").selectOption("sold");
    await page.getByText("Choose a status for “tot”.").first().waitFor();
    expect(await button.isEnabled()).toBe(false);
    await page.getByLabel("What “tot” means").selectOption("pending");
    await check(page);
    // After a change, the result of the check no longer applies.
    await page.getByLabel("What “tot” means").selectOption("sold");
    await page.getByRole("heading", { name: "What would be added" }).waitFor({ state: "detached" });
    await check(page);
    await page.getByRole("button", { name: "Add 3 animals" }).click();
    await page.getByText("No row was left out", { exact: false }).waitFor();
    const { body } = await api.pets.listPets({ query: { name } });
    expect(body).toMatchObject([{ status: "sold" }, { status: "sold" }, { status: "available" }]);
  });

  test("warns of a file with a known name, and of no other file", async ({ open }) => {
    const name = unique("Twice");
    const csv = `name,category\n${name},Dog\n`;
    const page = await open("/import", { role: "manager" });
    await choose(page, `${name}.csv`, csv);
    await check(page);
    expect(await page.getByText("was imported before", { exact: false }).count()).toBe(0);
    await page.getByRole("button", { name: "Add 1 animal" }).click();
    await page.getByRole("button", { name: "Import another file" }).click();
    await choose(page, `${name}.csv`, csv);
    await page
      .getByText(`A file with the name “${name}.csv” was imported before: 1 animal,`, { exact: false })
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
    // The history never answers from here on, so a warning could only come from the previous file.
    await page.route("**/v1/history?*", () => undefined);
    await page.getByRole("button", { name: "Choose another file" }).click();
    const other = `${unique("Once")}.csv`;
    await choose(page, other, csv);
    await expectNone(page.getByText("was imported before"), page.getByText(other, { exact: true }));
  });

  test("explains that a picture is not a table, and offers no other reading", async ({ open }) => {
    const page = await open("/import", { width: 390 });
    await choose(page, "cat.csv", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46]));
    await page.getByRole("alert").getByText("This is a picture, not a CSV file.", { exact: false }).waitFor();
    expect(await page.getByRole("button", { name: "Read as Windows-1252" }).count()).toBe(0);
  });

  test("reads UTF-16 as spreadsheet programs write it", async ({ open }) => {
    const page = await open("/import");
    await choose(page, "unicode.txt", Buffer.from("\uFEFFname\tcategory\r\nMüller 🐕\tHund\r\n", "utf16le"));
    await page.getByText("Müller 🐕", { exact: true }).waitFor();
    await check(page);
  });

  test("keeps the choices after a reload, for the next file with the same header", async ({ open }) => {
    const page = await open("/import");
    await choose(page, "a.csv", "a,b,c\nRex,Dog,x\n");
    expect(await page.getByRole("button", { name: "Check the file" }).isEnabled()).toBe(false);
    await page.getByLabel("a", { exact: true }).selectOption("name");
    await page.getByLabel("b", { exact: true }).selectOption("category");
    await page.getByLabel("c", { exact: true }).selectOption("new");
    const field = page.getByRole("group", { name: "The field for c" });
    await field.getByLabel("Label").fill("Typed before the reload");
    await page.reload();
    await choose(page, "b.csv", "a,b,c\nMax,Cat,y\n");
    await page.getByText("These are your choices for the last file", { exact: false }).waitFor();
    expect(await page.getByLabel("a", { exact: true }).inputValue()).toBe("name");
    expect(await field.getByLabel("Label").inputValue()).toBe("Typed before the reload");
  });

  test("says beside both columns that a field was chosen twice", async ({ open }) => {
    const page = await open("/import", { width: 390 });
    await choose(page, "a.csv", "name,category,other\nRex,Dog,Max\n");
    await page.getByLabel("other", { exact: true }).selectOption("name");
    await page.getByText("“Name” is also chosen for “other”.", { exact: false }).waitFor();
    await page.getByText("“Name” is also chosen for “name”.", { exact: false }).waitFor();
    expect(await page.getByRole("button", { name: "Check the file" }).isEnabled()).toBe(false);
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel("other", { exact: true }).selectOption("Leave out");
    await expect.poll(() => page.getByRole("button", { name: "Check the file" }).isEnabled()).toBe(true);
  });

  test("shows a thousand columns, some at a time and by their names", async ({ open }) => {
    const page = await open("/import");
    const header = ["name", "category", ...Array.from({ length: 998 }, (_, at) => `column ${at}`)];
    await choose(page, "wide.csv", `${header.join(",")}\nRex,Dog${",x".repeat(998)}\n`);
    await page.getByRole("button", { name: "Left out (998)" }).click();
    await page.getByRole("button", { name: "Show more (948)" }).waitFor();
    await page.getByLabel("Find a column").fill("column 997");
    await page.getByLabel("column 997", { exact: true }).waitFor();
    await expect.poll(() => page.getByLabel("column 1", { exact: true }).count()).toBe(0);
    await check(page);
  });

  test("shows values as they will be stored, and adds the chosen fields", async ({ open, api }) => {
    const name = unique("Field");
    const [coat, size] = [unique("Coat"), unique("Size")];
    const page = await open("/import", { role: "manager" });
    const lines = Array.from({ length: 30 }, (_, at) => (at % 3 === 0 ? "large" : "small"));
    const rows = lines.map((one, at) => `${name} ${at},Dog,smooth,${one},${name}-${at}`);
    await choose(page, `${name}.csv`, `name,category,${coat},${size},tag\n${rows.join("\n")}\n`);
    await page.getByLabel("tag", { exact: true }).selectOption("Number elsewhere");
    await check(page);
    await page.getByLabel(size, { exact: true }).selectOption("New field…");
    const field = page.getByRole("group", { name: `The field for ${size}` });
    expect(await field.getByLabel("Kind of value").inputValue()).toBe("choice");
    await field.getByText("large, small. A choice, because 30 rows have only 2 values.", { exact: false }).waitFor();
    await field.getByLabel("Label").fill(`${size} of it`);
    const slug = await field.getByLabel("Name for programs").inputValue();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Add 1 field and check the file" }).click();
    const preview = page.getByRole("region", { name: "A preview of the first animals" });
    await preview.getByRole("columnheader", { name: `${size} of it` }).waitFor();
    await preview.getByRole("cell", { name: `${name}-0`, exact: true }).waitFor();
    expect(await page.getByLabel(size, { exact: true }).inputValue()).toBe(`attributes.${slug}`);
    await page.getByRole("button", { name: "Add 30 animals" }).click();
    await page.getByText("No row was left out", { exact: false }).waitFor();
    const { body } = await api.pets.listPets({ query: { name, limit: 1, expand: ["profile"] } });
    expect(body).toMatchObject([{ profile: { externalId: `${name}-0`, attributes: { [slug]: "large" } } }]);
  });

  test("accepts a workbook's sheet, pasted rows, and its own template", async ({ open, api }) => {
    const name = unique("Sheet");
    const page = await open("/import", { role: "manager" });
    await page.getByLabel("Rows from a sheet", { exact: false }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download a template" }).click();
    await choose(page, "animals.csv", await text(await (await download).createReadStream()));
    await check(page);
    await page.getByRole("button", { name: "Add 1 animal" }).waitFor();

    await page.getByRole("button", { name: "Choose another file" }).click();
    await page.evaluate((rows) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", rows);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, `name\tcategory\n${name}, pasted\tDog\n`);
    await page.getByText(`${name}, pasted`, { exact: true }).waitFor();
    expect(await page.getByLabel("Separator").inputValue()).toBe("\t");
    await page.getByLabel("Separator").selectOption("Pipe");
    await page.getByText(`${name}, pasted Dog`, { exact: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);

    await page.getByRole("button", { name: "Choose another file" }).click();
    const sheets = { Notes: rowOf("Our animals"), Animals: rowOf("name", "category") + rowOf(`${name} & co`, "Dog") };
    await choose(page, `${name}.xlsx`, Buffer.from(zipOf(workbookParts(sheets))));
    await page.getByText("There are no rows below the line that names the columns", { exact: false }).first().waitFor();
    expect(await page.getByRole("button", { name: "Check the file" }).isEnabled()).toBe(false);
    await page.getByLabel("Sheet").selectOption("Animals");
    await page.getByText(`${name} & co`, { exact: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await check(page);
    await page.getByRole("button", { name: "Add 1 animal" }).click();
    await page.getByText("No row was left out", { exact: false }).waitFor();
    expect((await api.pets.listPets({ query: { name } })).body).toMatchObject([{ name: `${name} & co` }]);
  });

  test("imports 60 rows as people write them, without leaving the page", async ({ open, api }) => {
    const name = unique("Intake");
    const code = `000${Date.now()}`;
    const sexes = ["m", "f", "F", "Neutered Male", "Spayed Female", "M", "Bub", "U"];
    const prices = ["€60", "4,5", "120,00 €", ""];
    const rows = Array.from({ length: 60 }, (_, at) =>
      [
        `${name} ${String(at).padStart(2, "0")}`,
        at % 2 === 0 ? "Hund" : "Katze",
        sexes[at % sexes.length],
        // The column of the sex also says whether an animal is neutered. No other column of the file says that, because
        // two columns must not contradict each other.
        at % 3 === 0 || at % 8 === 3 || at % 8 === 4 ? "" : at % 2 === 0 ? "Y" : "n",
        prices[at % prices.length],
        at % 5 === 0 ? "fluffy" : "short",
        at % 7 === 0 ? "beim Paten" : "in shelter",
        `${code}${at}`,
      ].join(";"),
    );
    const head = "Intake of the week;;;;;;;\r\n\r\nName;Species;Gender;Spayed/Neutered;Fee;Coat;State;Our no.";
    const page = await open("/import", { role: "manager", width: 390 });
    await choose(page, `${name}.csv`, `${head}\r\n${rows.join("\r\n")}\r\n`);
    expect(await page.getByLabel("Fee", { exact: true }).inputValue()).toBe("attributes.price");
    await page.getByLabel("Our no.", { exact: true }).selectOption("Number elsewhere");
    await page.getByLabel("State", { exact: true }).selectOption("Status");
    await page.getByLabel("What “beim Paten” means").selectOption("pending");
    expect(await findViolations(page)).toEqual([]);
    await check(page);

    // The check shows what was recognised, and asks for the rest at its column.
    const asked = page.getByLabel("What “Bub” means");
    await asked.waitFor();
    await page.getByRole("button", { name: /values.* Gender$/ }).waitFor();
    const recognised = page.getByLabel("What “Neutered Male” means");
    expect(await recognised.locator("option:checked").textContent()).toBe("Sex: Male, Neutered: Yes (recognised)");
    expect(await findViolations(page)).toEqual([]);
    await asked.selectOption({ label: "Male" });
    await page.getByLabel("What “fluffy” means").selectOption({ label: "Add “fluffy” as an option" });
    await page.getByRole("button", { name: "Add 1 option and check the file" }).click();
    await page.getByRole("heading", { name: "What would be added" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save these choices" }).click();
    const saved = JSON.parse(await text(await (await download).createReadStream())) as object;
    expect(saved).toMatchObject({
      columns: { name: "Name", category: "Species", externalId: "Our no.", status: "State" },
      valueMaps: { Gender: { Bub: { sex: "male" } }, Coat: { fluffy: { coat: "fluffy" } } },
    });
    await page.getByRole("button", { name: "Add 60 animals" }).click();
    await page.getByText("No row was left out", { exact: false }).waitFor();

    const query = { name, limit: 100, expand: ["profile"], sort: "id" } as const;
    const answer = await api.pets.listPets({ query });
    if (answer.status !== 200) throw new Error(`The service answered ${answer.status}.`);
    expect(answer.body).toHaveLength(60);
    const attributesOf = (at: number) => {
      const found = answer.body.find((pet) => pet.name === `${name} ${String(at).padStart(2, "0")}`);
      return { status: found?.status, externalId: found?.profile?.externalId, ...found?.profile?.attributes };
    };
    expect(attributesOf(0)).toEqual({
      status: "pending",
      externalId: `${code}0`,
      sex: "male",
      price: 60,
      coat: "fluffy",
    });
    expect(attributesOf(3)).toEqual({
      status: "available",
      externalId: `${code}3`,
      sex: "male",
      neutered: true,
      coat: "short",
    });
    expect(attributesOf(6)).toEqual({
      status: "available",
      externalId: `${code}6`,
      sex: "male",
      price: 120,
      coat: "short",
    });
    expect(attributesOf(1)).toMatchObject({ sex: "female", neutered: false, price: 4.5 });
    expect(attributesOf(2)).toMatchObject({ sex: "female", neutered: true, price: 120 });
  });

  test("is not offered to clerks", async ({ open }) => {
    const page = await open("/import", { role: "clerk" });
    const manager = await open("/import", { role: "manager" });
    // The file field is never visible, only its button.
    await manager.locator("input[type=file]").waitFor({ state: "attached" });
    const settled = page.getByText("Only managers and owners can import animals.");
    await expectNone(page.locator("input[type=file]"), settled);
  });
});

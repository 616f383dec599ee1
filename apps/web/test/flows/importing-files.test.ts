import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { hasBrowser, test } from "../support/browser.js";

const folder = fileURLToPath(new URL("../../../api/test/cases/import/", import.meta.url));

/** The rows of each file that the page would import, and those with a problem. */
const expected: Readonly<Record<string, readonly [good: number, bad: number]>> = {
  "01-bom.csv": [1, 0],
  "02-utf16le.csv": [1, 0],
  "03-semicolon.csv": [1, 0],
  "05-duplicate-headers.csv": [1, 0],
  "06-quoted-linebreak.csv": [2, 0],
  "07-trailing-columns.csv": [2, 0],
  "07b-short-rows.csv": [3, 0],
  "08-blank-rows.csv": [1, 0],
  "13-title-rows.csv": [1, 0],
  // The row "Total".
  "14-total-row.csv": [1, 1],
  "15-nfc-nfd.csv": [2, 0],
  // A name of invisible characters.
  "17-zwsp.csv": [1, 1],
  "19-leading-zeros.csv": [2, 0],
  // Numbers that a spreadsheet has shortened.
  "20-microchip.csv": [2, 2],
  "22-status.csv": [3, 0],
  // 6/21/2019 and 24.12.2023, whose order is asked for, and 43637.
  "23-dates.csv": [6, 3],
  "24-sex.csv": [8, 0],
  "37-german-excel.csv": [2, 0],
  // The kind of movement 0 is asked for, and then whether 03/04/2022 is in March or in April.
  "41-asm-like.csv": [0, 2],
  // A stray note beyond the columns.
  "x1-short-rows.xlsx": [3, 1],
  "x2-title-merged.xlsx": [2, 0],
  // A line break in a name.
  "x5-linebreak-hiddenrow.xlsx": [2, 1],
  "x7-title-rows.xlsx": [1, 0],
  "x8-own-template.xlsx": [2, 0],
};

describe.skipIf(!hasBrowser)("the files of people", () => {
  test("give the same result in the browser, with the API and on the command line", async ({ open }) => {
    const names = readdirSync(folder).filter((name) => /\.(csv|xlsx)$/.test(name));
    expect(names.toSorted()).toEqual(Object.keys(expected).toSorted());
    const page = await open("/import", { role: "manager" });
    const found: Record<string, readonly number[]> = {};
    for (const name of names) {
      // One file after the other, because only one import can run at a time.
      /* oxlint-disable no-await-in-loop */
      await page.goto("/import");
      await page.locator("input[type=file]").setInputFiles(folder + name);
      const check = page.getByRole("button", { name: "Check the file" });
      if (name.startsWith("41")) await page.getByLabel("What “0” means").selectOption("available");
      await check.click();
      const counts = page.locator("main dl dd");
      await counts.first().waitFor();
      found[name] = (await counts.allTextContents()).slice(0, 2).map(Number);
      /* oxlint-enable no-await-in-loop */
    }
    expect(found).toEqual(expected);
  }, 180_000);
});

import { createInterface } from "node:readline";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test, unique } from "../support/browser.js";
import { addPets } from "../support/pet-list.js";
import type { Api } from "../support/rows.js";
import { readSample, type StatusCounts } from "./sample-file.js";

const IN_STORE = 100_000;
const IN_BULK = 5_000;
const PATIENCE = { timeout: 300_000 };

const countAll = async (api: Api, name?: string): Promise<number> => {
  const { headers } = await api.pets.listPets({
    query: { limit: 1, ...(name !== undefined && { name }) },
    headers: { prefer: "count=exact" },
  });
  return Number(headers.get("total-count"));
};

const countByStatus = async (api: Api): Promise<StatusCounts> => {
  const response = await api.inventory.getInventory({});
  if (response.status !== 200) throw new Error(`The inventory was answered ${response.status}.`);
  return response.body.byStatus;
};

const sumOf = ({ available, pending, sold }: StatusCounts): number => available + pending + sold;

const timed = async <Result>(label: string, run: () => Promise<Result>): Promise<Result> => {
  const start = performance.now();
  const result = await run();
  process.stdout.write(`  ${label}: ${((performance.now() - start) / 1_000).toFixed(1)} s\n`);
  return result;
};

const waitForNotice = (page: Page, text: string) =>
  page.getByRole("region", { name: "Notices" }).getByText(text).first().waitFor(PATIENCE);

describe("a whole catalogue through the page", () => {
  test("imports each row of a CSV file", async ({ open, api }) => {
    const sample = await readSample();
    const before = await countByStatus(api);
    const page = await open("/import", { role: "manager" });
    const buffer = Buffer.from(sample.csv);
    await page.locator("input[type=file]").setInputFiles({ name: sample.name, mimeType: "text/csv", buffer });
    const check = page.getByRole("button", { name: "Check the file" });
    await check.waitFor();
    await timed(`checked ${sample.rows} rows of ${sample.name}`, async () => {
      await check.click();
      await page.getByRole("heading", { name: "What would be added" }).waitFor(PATIENCE);
    });
    const added = `${sample.rows.toLocaleString("en")} animals`;
    await timed(`imported ${added}`, async () => {
      await page.getByRole("button", { name: `Add ${added}` }).click();
      await waitForNotice(page, `Added ${added}`);
    });
    await page.getByText("No row was left out", { exact: false }).waitFor();
    expect(await countByStatus(api)).toEqual({
      available: before.available + sample.statuses.available,
      pending: before.pending + sample.statuses.pending,
      sold: before.sold + sample.statuses.sold,
    });
    expect(await countAll(api)).toBe(sumOf(before) + sample.rows);
  });

  test("exports 100,000 animals, each on one line", async ({ open, api }) => {
    const missing = IN_STORE - (await countAll(api));
    await timed(`filled up with ${missing} animals by the API`, () => addPets(api, missing, unique("Fill")));
    expect(await countAll(api)).toBe(IN_STORE);
    const page = await open("/animals", { role: "clerk" });
    await page.getByText("100,000 animals", { exact: true }).waitFor(PATIENCE);
    const file = await timed("exported 100,000 animals", async () => {
      await page.getByRole("button", { name: "Export" }).click();
      const download = page.waitForEvent("download", PATIENCE);
      await page.getByRole("menuitem", { name: "To import again" }).click();
      return download;
    });
    await waitForNotice(page, "Exported 100,000 animals");
    let lines = 0;
    const ids = new Set<string>();
    for await (const line of createInterface({ input: await file.createReadStream() })) {
      lines += 1;
      if (lines > 1) ids.add(line.slice(0, line.indexOf(",")));
    }
    expect([lines, ids.size]).toEqual([IN_STORE + 1, IN_STORE]);
  });

  test("changes and undoes 5,000 matching animals in bulk", async ({ open, api }) => {
    const name = unique("Bulk");
    await addPets(api, IN_BULK, name);
    const before = await countByStatus(api);
    const page = await open(`/animals?q=${encodeURIComponent(name)}`, { role: "clerk" });
    await page.getByText("5,000 animals", { exact: true }).waitFor(PATIENCE);
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByRole("button", { name: "Select all 5,000 that match" }).click();
    await timed("looked at 5,000 animals before the change", async () => {
      await page.getByRole("button", { name: "Change status" }).click();
      await page.getByRole("menuitem", { name: "Sold" }).click();
      await page.getByRole("dialog").getByText("5,000 animals will be marked as sold.").waitFor(PATIENCE);
    });
    await timed("marked 5,000 animals as sold", async () => {
      await page.getByRole("button", { name: "Change 5,000 animals" }).click();
      await waitForNotice(page, "Marked 5,000 animals as sold");
    });
    expect(await countByStatus(api)).toEqual({
      ...before,
      available: before.available - IN_BULK,
      sold: before.sold + IN_BULK,
    });
    await timed("undid the change of 5,000 animals", async () => {
      await page.keyboard.press("Control+z");
      await waitForNotice(page, "Marked 5,000 animals available again");
    });
    expect(await countByStatus(api)).toEqual(before);
    expect(await countAll(api, name)).toBe(IN_BULK);
  });
});

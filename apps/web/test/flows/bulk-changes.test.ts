import { describe, expect } from "vitest";
import { hasBrowser, test } from "../support/browser.js";
import { address, addPets, chooseStatus, countOf, focusedRow, shows } from "../support/pet-list.js";
import { placeOrder } from "../support/rows.js";

describe.skipIf(!hasBrowser)("a change of a thousand animals", () => {
  test("skips reserved animals, runs in steps, and can be undone", async ({ open, api }) => {
    const { name, pets } = await addPets(api, 1_150);
    await Promise.all(pets.slice(0, 3).map(({ id }) => placeOrder(api, id)));
    const page = await open(address(name), { role: "clerk" });
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByRole("button", { name: "Select all 1,150 that match" }).click();
    await chooseStatus(page, "Sold");
    const dialog = page.getByRole("dialog");
    await shows(dialog.getByText("1,147 animals will be marked as sold."));
    await shows(dialog.getByText("3 animals held by an open order"));
    await page.keyboard.press("Enter");
    await shows(page.getByText("Marked 1,147 animals as sold"));
    expect(await countOf(api, name, "sold")).toBe(1_147);
    await expect.poll(() => focusedRow(page)).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await shows(page.getByText("Marked 1,147 animals available again"));
    expect(await countOf(api, name, "available")).toBe(1_147);
  });

  test("stops between two steps, and the changes made so far can be undone", async ({ open, api }) => {
    const { name } = await addPets(api, 1_010);
    const page = await open(address(name));
    let release: (() => void) | undefined;
    await page.route(
      (url) => url.pathname === "/v1/pets/changes" && !url.searchParams.has("dryRun"),
      async (route) => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        await route.continue();
      },
    );
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByRole("button", { name: "Select all 1,010 that match" }).click();
    await chooseStatus(page, "Pending");
    await page.getByRole("button", { name: "Change 1,010 animals" }).click();
    await page.getByRole("button", { name: "Stop" }).click();
    await expect.poll(() => release).toBeDefined();
    release?.();
    await shows(page.getByText("Stopped. 1,000 animals of 1,010 were changed."));
    expect(await countOf(api, name, "pending")).toBe(1_000);
    await page.unrouteAll();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+z");
    await shows(page.getByText("Marked 1,000 animals available again"));
    expect(await countOf(api, name, "available")).toBe(1_010);
  });

  test("can be undone as far as it went before a failure, once the dialog is closed", async ({ open, api }) => {
    const { name } = await addPets(api, 1_001);
    const page = await open(address(name), { allow: [/status of 500/] });
    const failure = { code: "internal_error", message: "The service failed.", status: 500 };
    let steps = 0;
    await page.route(
      (url) => url.pathname === "/v1/pets/changes" && !url.searchParams.has("dryRun"),
      (route) => {
        steps += 1;
        return steps === 2 ? route.fulfill({ status: 500, json: failure }) : route.continue();
      },
    );
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByRole("button", { name: "Select all 1,001 that match" }).click();
    await chooseStatus(page, "Pending");
    await page.getByRole("button", { name: "Change 1,001 animals" }).click();
    await shows(page.getByText("1,000 animals of 1,001 were changed before this."));
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Undo" }).click();
    await shows(page.getByText("Marked 1,000 animals available again"));
    expect(await countOf(api, name, "available")).toBe(1_001);
  });
});

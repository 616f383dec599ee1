import { describe, expect } from "vitest";
import { hasBrowser, test, unique } from "../support/browser.js";
import { addPet } from "../support/rows.js";

describe.skipIf(!hasBrowser)("a change by others", () => {
  test("shows in the open list and drawer at once, and keeps typed text", async ({ open, api }) => {
    const name = unique("Live");
    const { id } = await addPet(api, { name });
    const page = await open(`/animals?q=${encodeURIComponent(name)}`, { role: "clerk" });
    const row = page.locator(`[data-row="${id}"]`);
    await row.waitFor();
    const other = await addPet(api, { name: `${name} too` });
    // The time-out is below the 15 s after which lists are polled.
    await page.locator(`[data-row="${other.id}"]`).waitFor({ timeout: 5_000 });

    await row.locator("[data-row-main]").click();
    const drawer = page.getByRole("dialog");
    await drawer.getByLabel("Name", { exact: true }).fill(`${name} typed`);
    await api.pets.updatePet({ params: { petId: id }, body: { name: `${name} theirs`, status: "pending" } });
    await drawer.getByText("Somebody changed this animal while you were typing.").waitFor({ timeout: 5_000 });
    expect(await drawer.getByLabel("Name", { exact: true }).inputValue()).toBe(`${name} typed`);
    await drawer.getByRole("button", { name: "Take theirs" }).click();
    await expect.poll(() => drawer.getByLabel("Name", { exact: true }).inputValue()).toBe(`${name} theirs`);
  });
});

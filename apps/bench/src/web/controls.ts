import type { Locator, Page } from "playwright-core";

export const statuses = ["Available", "Pending", "Sold"] as const;

/** Finds the controls of the list by their names. */
export const controlsOf = (page: Page) => {
  const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
  const row = (at: number): Locator => page.locator("tr[data-row]").nth(at);
  return {
    nextPage: () => button("Next page").click(),
    previousPage: () => button("Previous page").click(),
    status: (status: (typeof statuses)[number] | "All") =>
      page.getByRole("group", { name: "Status" }).getByText(status, { exact: true }).click(),
    sort: (column: "Number" | "Name") => page.getByRole("columnheader").getByRole("button", { name: column }).click(),
    search: async (text: string) => {
      const box = page.getByRole("textbox", { name: "Search by name or number" });
      await box.fill("");
      await box.pressSequentially(text);
    },
    clearFilters: () => button("Clear").click(),
    select: (at: number) => row(at).getByRole("checkbox").click(),
    openDrawer: async (at: number) => {
      await row(at).locator("[data-row-main]").click();
      await page.getByRole("dialog").waitFor();
    },
    closeDrawer: async () => {
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    },
    press: (keys: string) => page.keyboard.press(keys),
  };
};

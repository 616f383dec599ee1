import type { Page } from "playwright-core";

export const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1, exact: true });
export const navigation = (page: Page) => page.getByRole("navigation", { name: "Main" });

export const openPalette = async (page: Page) => {
  await page.keyboard.press("Control+k");
  await page.locator("[role=combobox]:focus").waitFor();
};

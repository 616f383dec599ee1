import type { Page } from "playwright-core";

/** @returns The time in milliseconds from the last input of `act` until new rows were painted. */
export const timeNewRows = async (page: Page, act: () => Promise<void>): Promise<number> => {
  await page.evaluate(() => {
    window.benchProbe.newRows = window.benchProbe.awaitNewRows();
    // Otherwise the page would report the rejection as unhandled before anything waits for it.
    window.benchProbe.newRows.catch(() => {});
  });
  await act();
  return page.evaluate(() => window.benchProbe.newRows);
};

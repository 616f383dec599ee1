import type { Page } from "playwright-core";

/** @returns the milliseconds from the last input of `act` until new rows were painted */
export const timeNewRows = async (page: Page, act: () => Promise<void>): Promise<number> => {
  await page.evaluate(() => {
    window.benchProbe.newRows = window.benchProbe.awaitNewRows();
    // The page must not report it as unhandled before it is asked for.
    window.benchProbe.newRows.catch(() => {});
  });
  await act();
  return page.evaluate(() => window.benchProbe.newRows);
};

import { describe } from "vitest";
import { hasBrowser, quiet, test } from "../support/browser.js";

const paths = [
  "/",
  "/animals",
  "/orders",
  "/orders?view=list",
  "/customers",
  "/report",
  "/categories",
  "/fields",
  "/history",
];
const managersPaths = ["/import", "/keys", "/webhooks", "/staff", "/account"];

describe.skipIf(!hasBrowser)("the shortcuts of a page", () => {
  // The help reports two shortcuts with the same keys as an error of the page, which fails the test.
  test.for([...paths, ...managersPaths])("have one meaning each on %s", async (path, { open }) => {
    const page = await open(path);
    await quiet(page);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  });
});

import { describe, expect } from "vitest";
import { hasBrowser, test, unique } from "../support/browser.js";
import { addPets, address, rows, shows } from "../support/pet-list.js";

describe.skipIf(!hasBrowser)("the list of animals", () => {
  test("jumps to a page, also by a shortcut, and the address leads to the same page", async ({ open, api }) => {
    const { name, pets } = await addPets(api, 130);
    const page = await open(address(name, "&limit=20"));
    await shows(page.getByText("1 to 20 of 130"));
    await page.getByRole("textbox", { name: "Page", exact: true }).fill("5");
    await page.keyboard.press("Enter");
    await shows(page.getByText("81 to 100 of 130"));
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
    expect(await rows(page).first().getAttribute("data-row")).toBe(String(pets[80]?.id));
    expect(new URL(page.url()).searchParams.get("offset")).toBe("80");
    await page.getByRole("button", { name: "Next page" }).click();
    await shows(page.getByText("101 to 120 of 130"));
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Next page");
    await page.goBack();
    await shows(page.getByText("81 to 100 of 130"));
    await page.getByRole("button", { name: "Previous page" }).click();
    await shows(page.getByText("61 to 80 of 130"));
    await page.getByLabel("Animals on a page").selectOption("100");
    await shows(page.getByText("1 to 100 of 130"));
    await expect.poll(() => rows(page).count()).toBe(100);
  });

  test("finds animals added since a day, and saves that filter as a pinned view", async ({ open, api }) => {
    const { name } = await addPets(api, 2);
    const [view, renamed] = [unique("Today"), unique("New here")];
    const page = await open(address(name));
    await shows(page.getByText("2 animals", { exact: true }));
    await page.keyboard.press("f");
    await page.getByRole("menuitem", { name: "Added" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("From").fill("2020-01-01");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await shows(page.getByText("2 animals", { exact: true }));
    expect(new URL(page.url()).searchParams.has("createdFrom")).toBe(true);

    const inMenu = async (item: string) => {
      await page
        .getByRole("button", { name: /^Views|^Today|^New here/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    await inMenu("Save this view");
    await dialog.getByLabel("Name").fill(view);
    await dialog.getByRole("button", { name: "Save view" }).click();
    await dialog.waitFor({ state: "detached" });
    await inMenu("Manage views");
    await dialog.getByRole("button", { name: `Keep “${view}” above the list` }).click();
    await dialog.getByRole("button", { name: `Rename the view “${view}”` }).click();
    await dialog.getByRole("textbox", { name: `New name of the view “${view}”` }).fill(renamed);
    await page.keyboard.press("Enter");
    await shows(dialog.getByRole("button", { name: `Rename the view “${renamed}”` }));
    await page.keyboard.press("Escape");
    const pin = page.getByRole("navigation", { name: "Pinned views" }).getByRole("button", { name: renamed });
    await shows(pin.and(page.locator("[aria-current=true]")));
    await page.goto("/animals");
    await pin.click();
    await shows(page.getByText("2 animals", { exact: true }));
  });
});

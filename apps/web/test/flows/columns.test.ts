import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { findViolations } from "../support/axe.js";
import { hasBrowser, test, unique } from "../support/browser.js";
import { addPets, address, rows, shows } from "../support/pet-list.js";
import { type Api, untilFound } from "../support/rows.js";

const usual = ["Breed", "Sex", "Age"];

/** Returns the names of the columns after those that every store has. */
const namesOf = (page: Page) => page.locator("thead th[data-column] [id]").allInnerTexts();

const handleOf = (page: Page, name: string) => page.getByRole("separator", { name: `Width of ${name}`, exact: true });
const widthOf = async (handle: Locator) => Number(await handle.getAttribute("aria-valuenow"));

const centreOf = async (one: Locator) => {
  const box = await one.boundingBox();
  if (box === null) throw new Error("The element does not show.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

const drag = async (page: Page, from: { x: number; y: number }, by: number) => {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by / 2, from.y);
  await page.mouse.move(from.x + by, from.y);
  await page.mouse.up();
};

/** Drags with a finger. */
const swipe = async (page: Page, { x, y }: { x: number; y: number }, by: number) => {
  const session = await page.context().newCDPSession(page);
  const touch = async (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
  await touch("touchStart", x);
  await touch("touchMove", x + by / 2);
  await touch("touchMove", x + by);
  await touch("touchEnd");
};

/** Returns the values of which a card shows only a part, although they need only one line. */
const cutDetails = (page: Page) =>
  page.locator("li[data-row] .overflow-hidden").evaluateAll((boxes) =>
    boxes.flatMap((box) => {
      const { bottom } = box.getBoundingClientRect();
      return [...box.querySelectorAll<HTMLElement>(".flex > span")]
        .filter((one) => {
          const { top, bottom: end, height } = one.getBoundingClientRect();
          return height < 24 && top < bottom - 1 && end > bottom + 1;
        })
        .map(({ innerText }) => innerText);
    }),
  );

/** Adds three animals with values. Their prices are missing, and one has no sex. */
const addKnown = async (api: Api) => {
  const name = unique("Filled");
  for (const sex of ["female", "male", null]) {
    const attributes = { breed: "Norwegian Forest", born_on: "2021-05-01", sex };
    const answer = await api.pets.createPet({ body: { name, categoryId: 1, profile: { attributes } } });
    expect(answer.status).toBe(201);
  }
  await untilFound(api, name);
  return name;
};

describe.skipIf(!hasBrowser)("the columns of the list of animals", () => {
  test("are the fields that most of the animals have, and an age says how old they are", async ({ open, api }) => {
    const name = await addKnown(api);
    const page = await open(address(name), { width: 1280 });
    await shows(rows(page).first());
    expect(await namesOf(page)).toEqual(usual);
    await shows(page.getByRole("columnheader", { name: "Breed", exact: true }));
    const age = rows(page).first().locator("time");
    expect([await age.innerText(), await age.getAttribute("title")]).toEqual([
      expect.stringMatching(/^\d+ years$/),
      "1 May 2021",
    ]);
    expect(await findViolations(page)).toEqual([]);
    // People who sort by age expect the youngest animals first.
    await page.getByRole("button", { name: "Age", exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("sort")).toBe("-attributes.born_on");
    await shows(page.locator("th[data-column='attributes.born_on'][aria-sort=ascending]"));
    // A phone shows the same fields below the name.
    await page.setViewportSize({ width: 390, height: 844 });
    await shows(page.locator("li[data-row]", { hasText: /Norwegian Forest · Female · \d+ years/ }));
    await page.setViewportSize({ width: 320, height: 844 });
    expect(await cutDetails(page)).toEqual([]);

    const empty = await addPets(api, 2, unique("Empty"));
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(new URL(address(empty.name), page.url()).href);
    await shows(rows(page).first());
    expect(await namesOf(page)).toEqual([]);
  });

  test("get other widths by mouse, finger and keys, which a double click resets", async ({ open, api }) => {
    const name = await addKnown(api);
    const page = await open(address(name), { width: 1280 });
    const handle = handleOf(page, "Breed");
    await shows(handle);
    const usualWidth = await widthOf(handle);
    await drag(page, await centreOf(handle), -40);
    expect(await widthOf(handle)).toBe(usualWidth - 40);
    const head = page.locator("th[data-column='attributes.breed']");
    expect(Math.round((await head.boundingBox())?.width ?? 0)).toBe(usualWidth - 40);
    await swipe(page, await centreOf(handle), 24);
    await expect.poll(() => widthOf(handle)).toBe(usualWidth - 16);
    await handle.focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    expect(await widthOf(handle)).toBe(usualWidth - 48);
    expect(await findViolations(page)).toEqual([]);
    await page.reload();
    await shows(handle);
    expect(await widthOf(handle)).toBe(usualWidth - 48);
    await handle.dblclick();
    expect(await widthOf(handle)).toBe(usualWidth);
    await handle.focus();
    await page.keyboard.press("End");
    // The table is wider than the page now, so it scrolls in its own box.
    await shows(page.getByRole("region", { name: "List of animals" }));
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    expect(await widthOf(handle)).toBe(usualWidth);
    await page.reload();
    await shows(handle);
    expect(await widthOf(handle)).toBe(usualWidth);
  });

  test("are moved by mouse and keys, keep their order, and go back to the usual ones", async ({ open, api }) => {
    const name = await addKnown(api);
    const page = await open(address(name), { width: 1280 });
    await shows(handleOf(page, "Breed"));
    await handleOf(page, "Breed").focus();
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => namesOf(page)).toEqual(["Sex", "Breed", "Age"]);
    await shows(page.getByRole("status").filter({ hasText: "Breed is column 6 of 7" }));
    // The handle keeps the focus, so the next key moves the column on.
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => namesOf(page)).toEqual(["Sex", "Age", "Breed"]);
    await page.keyboard.press("Shift+ArrowRight");
    const age = await centreOf(page.getByRole("button", { name: "Age", exact: true }));
    const sex = await centreOf(page.getByRole("button", { name: "Sex", exact: true }));
    await drag(page, age, sex.x - 40 - age.x);
    await expect.poll(() => namesOf(page)).toEqual(["Age", "Sex", "Breed"]);
    // A drag is not a click, so the list is in the same order.
    const { searchParams } = new URL(page.url());
    expect([searchParams.get("sort"), searchParams.getAll("columns")]).toEqual([null, ["born_on", "sex", "breed"]]);
    await page.goto(new URL(address(name), page.url()).href);
    await shows(handleOf(page, "Breed"));
    expect(await namesOf(page)).toEqual(["Age", "Sex", "Breed"]);
    await page.getByRole("button", { name: "Choose columns" }).click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("menuitem", { name: "Usual columns" }).click();
    await expect.poll(() => namesOf(page)).toEqual(usual);
  });
});

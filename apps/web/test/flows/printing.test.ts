import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectNone } from "../support/absence.js";
import { findViolations } from "../support/axe.js";
import { hasBrowser, test, unique } from "../support/browser.js";
import { holdRequests } from "../support/hold-requests.js";
import { addPets, address, shows } from "../support/pet-list.js";
import { type Api, placeOrder } from "../support/rows.js";

/** Returns the sizes of the printed sheets in millimetres. Chromium writes them into the PDF as plain text. */
const sheetsOf = async (page: Page): Promise<readonly string[]> => {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const boxes = pdf.toString("latin1").matchAll(/\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/g);
  return [...boxes].map((box) =>
    [box[1], box[2]].map((points) => Math.round((Number(points) * 25.4) / 72)).join(" × "),
  );
};

/** Replaces the browser's print dialog, which no test can close. @returns whether it was opened, as 0 or 1 */
const watchPrinting = async (page: Page) => {
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  return () => page.locator("html[data-printed]").count();
};

const addPhoto = async (page: Page, api: Api, petId: number) => {
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 900, height: 600 } });
  const body = new File([new Uint8Array(picture)], "photo.png", { type: "image/png" });
  const response = await api.photos.createPhoto({ params: { petId }, body });
  if (response.status !== 201) throw new Error(`The photo was answered ${response.status}.`);
};

/** Returns each card's position relative to the first, and its size, in whole millimetres. */
const boxesOf = async (cards: Locator) => {
  const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
  const millimetres = (pixels: number) => Math.round((pixels * 25.4) / 96);
  const [first] = boxes;
  return boxes.map((box) =>
    [(box?.x ?? 0) - (first?.x ?? 0), (box?.y ?? 0) - (first?.y ?? 0), box?.width ?? 0, box?.height ?? 0].map(
      millimetres,
    ),
  );
};

/** Returns the parts that extend beyond the edge of their card. */
const cutParts = (card: Locator, parts = "h2, p, li, dt, dd, svg") =>
  card.evaluate((element, selector) => {
    const edge = element.getBoundingClientRect();
    return [...element.querySelectorAll(selector)]
      .filter((part) => {
        const { bottom, right } = part.getBoundingClientRect();
        return bottom > edge.bottom || right > edge.right;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 100));
  }, parts);

/** The width between the margins of A4, at 96 pixels per inch. */
const PAPER = 688;

/** Returns the words of these elements that are broken over several lines, when the page is as wide as a sheet of A4. */
const brokenWords = async (page: Page, found: Locator): Promise<readonly string[]> => {
  await page.emulateMedia({ media: "print" });
  await page.evaluate((width) => document.getElementById("root")?.style.setProperty("width", `${width}px`), PAPER);
  return found.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      while (texts.nextNode() !== null) {
        const text = texts.currentNode as Text;
        for (const word of text.data.matchAll(/[^\s-]+/g)) {
          const range = document.createRange();
          range.setStart(text, word.index);
          range.setEnd(text, word.index + word[0].length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word[0]);
        }
      }
      return broken;
    }),
  );
};

const visible = (found: Locator) => found.filter({ visible: true });

describe.skipIf(!hasBrowser)("paper", () => {
  test("shows the list, cage cards in two sizes and an order, without controls", async ({ open, api }) => {
    const { name, pets } = await addPets(api, 5);
    const id = pets[0]?.id ?? 0;
    const page = await open(address(name, "&sort=-name&status=available"), { role: "clerk", theme: "dark" });
    await shows(page.locator("[data-row]").first());
    await addPhoto(page, api, id);
    await api.notes.createNote({ params: { petId: id }, body: { text: "Bites when touched", isWarning: true } });
    const attributes = { breed: "Conure", microchip: "985112001234567" };
    await api.profiles.updateProfile({ params: { petId: id }, body: { attributes } });
    await page.reload();
    await shows(page.getByText("5 animals"));

    await page.emulateMedia({ media: "print" });
    await shows(page.getByText(`Available · “${name}” · Name, Z to A · 5 of 5`));
    await shows(page.getByText("Printed"));
    await expectNone(visible(page.getByRole("navigation")), page.getByText("Printed"));
    expect(new Set(await visible(page.getByRole("button")).allInnerTexts())).toEqual(new Set(["Available"]));
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(255, 255, 255)");
    await page.emulateMedia({ media: null });

    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByRole("button", { name: "Print cage cards" }).click();
    await shows(page.getByText("5 cards on 5 sheets"));
    const cards = page.locator("[data-sheets] li:has(h2)");
    const card = cards.filter({ hasText: `Number ${id}` });
    await shows(card.getByText("Bites when touched"));
    await shows(card.getByText("Conure"));
    await expectNone(card.getByText("Microchip"), card.getByText("Conure"));
    expect(await findViolations(page)).toEqual([]);
    expect(await sheetsOf(page)).toEqual(Array.from({ length: 5 }, () => "105 × 148"));
    await page.getByText("Microchip").click();
    await shows(card.getByText("Microchip"));
    await page.getByText("A4, four cards").click();
    await shows(page.getByText("5 cards on 2 sheets"));
    expect(await sheetsOf(page)).toEqual(["210 × 297", "210 × 297"]);
    await page.emulateMedia({ media: "print" });
    expect((await boxesOf(cards)).slice(0, 4)).toEqual([
      [0, 0, 105, 147],
      [105, 0, 105, 147],
      [0, 147, 105, 147],
      [105, 147, 105, 147],
    ]);
    expect(await cutParts(card)).toEqual([]);
    await expectNone(visible(page.locator("button, h1")), card);
    await page.emulateMedia({ media: null, colorScheme: "light" });

    // The choice stays, and printing waits for the photo.
    const release = await holdRequests(page, "**/media/**");
    await page.setViewportSize({ width: 320, height: 640 });
    await page.reload();
    await shows(card.getByText("Microchip"));
    const printed = await watchPrinting(page);
    await page.getByRole("button", { name: "Print", exact: true }).click();
    await shows(page.locator("button[aria-busy=true]"));
    expect(await printed()).toBe(0);
    release();
    await expect.poll(printed).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    // The preview is drawn to the width of the screen, but printed in its own size.
    const rights = async () => (await boxesOf(cards)).map(([x = 0, , width = 0]) => x + width);
    await expect.poll(async () => Math.max(...(await rights())) * (96 / 25.4)).toBeLessThan(320);
    await page.emulateMedia({ media: "print" });
    expect((await boxesOf(cards))[0]).toEqual([0, 0, 105, 147]);
    await page.emulateMedia({ media: null });
    expect(await findViolations(page)).toEqual([]);

    await page.setViewportSize({ width: 1440, height: 900 });
    const order = await placeOrder(api, id);
    await api.orders.updateOrder({ params: { orderId: order.id }, body: { status: "approved" } });
    await page.goto(`/orders?open=${order.id}`);
    const printedOrder = await watchPrinting(page);
    await page.getByRole("button", { name: "Print" }).click();
    await expect.poll(printedOrder).toBe(1);
    expect(await sheetsOf(page)).toHaveLength(1);
    await page.emulateMedia({ media: "print" });
    const sheet = page.getByRole("dialog");
    const text = await sheet.innerText();
    for (const part of [
      `Order ${order.id}`,
      order.reference,
      "Placed",
      "Approved",
      name,
      `Number ${id}`,
      "Signature",
    ]) {
      expect(text).toContain(part);
    }
    expect(await visible(sheet.locator("img")).count()).toBe(1);
    await expectNone(visible(page.getByRole("button")), sheet);
    await page.emulateMedia({ media: null });
  });

  test.for([
    ["three", ["breed", "coat", "born_on"]],
    ["seven", ["breed", "coat", "born_on", "sex", "size", "price", "location"]],
  ] as const)("keeps the words of a list with %s more columns whole", async ([, columns], { open, api }) => {
    const { name, pets } = await addPets(api, 2, unique("Winnifred"));
    const attributes = { breed: "Norwegian Forest", location: "Quarantine" };
    await api.profiles.updateProfile({ params: { petId: pets[0]?.id ?? 0 }, body: { attributes } });
    const page = await open(address(name, `&${columns.map((one) => `columns=${one}`).join("&")}`));
    await shows(page.locator("[data-row]").first());
    const words = page.locator("tbody [data-row-main], tbody td, thead [aria-hidden]");
    expect(await words.filter({ hasText: "Norwegian" }).count()).toBeGreaterThan(0);
    expect(await brokenWords(page, words)).toEqual([]);
    // Browsers shrink what is a little wider than the sheet.
    expect(await page.locator("table").evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThan(1.1 * PAPER);
  });

  test("keeps the words of the list of orders whole", async ({ open, api }) => {
    const { pets } = await addPets(api, 1, unique("Winnifred"));
    const petId = pets[0]?.id ?? 0;
    const customer = {
      name: "Maximiliane Featherstonehaugh",
      email: `${unique("max").replaceAll(" ", "-")}@example.com`,
    };
    const { status } = await api.orders.createOrder({ body: { petId, customer, reference: unique("Purchase order") } });
    expect(status).toBe(201);
    const page = await open(`/orders?view=list&petId=${petId}`);
    const row = page.locator("[data-grid] [data-row]");
    await shows(row.getByText(customer.name));
    expect(await brokenWords(page, row)).toEqual([]);
  });

  test("keeps the photo of a cage card large when the animal has many fields", async ({ open, api }) => {
    const { pets } = await addPets(api, 1);
    const id = pets[0]?.id ?? 0;
    const sentence = "Friendly with children, other dogs and cats, and used to travelling by train. ";
    const attributes = {
      ...{ breed: "Norwegian Forest", second_breed: "Maine Coon", born_on: "2024-05-01", price: 120 },
      ...{ special_needs: sentence.repeat(2), description: sentence.repeat(4) },
    };
    const { status } = await api.profiles.updateProfile({ params: { petId: id }, body: { attributes } });
    expect(status).toBe(200);
    const page = await open(`/cards?id=${id}`);
    const card = page.locator("[data-sheets] li:has(h2)");
    await shows(card.getByText("Maine Coon"));
    await addPhoto(page, api, id);
    await api.notes.createNote({ params: { petId: id }, body: { text: "Bites when touched", isWarning: true } });
    await page.reload();
    const photo = card.locator("img");
    await shows(photo);
    const height = (await photo.boundingBox())?.height ?? 0;
    expect(Math.round((height * 25.4) / 96)).toBeGreaterThanOrEqual(45);
    // Fields that do not fit are hidden, and the card says so.
    expect(await cutParts(card, "h2, p, li, svg")).toEqual([]);
    await shows(card.getByText("More in the file"));
  });
});

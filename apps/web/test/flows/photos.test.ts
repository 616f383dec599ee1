import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { findViolations } from "../support/axe.js";
import { hasBrowser, test } from "../support/browser.js";
import { addPet, type Api } from "../support/rows.js";

const drawer = (page: Page) => page.locator("[data-drawer]");
const notice = (page: Page, text: string) => page.getByLabel("Notices").getByText(text, { exact: true });
const button = (within: Locator, name: string) => within.getByRole("button", { name, exact: true });
const thumbnail = (page: Page, place: number) => drawer(page).getByRole("button", { name: `Show photo ${place}` });

/** Returns an image that no other test has: a screenshot of a part of the page. */
const pictureOf = async (page: Page, width: number) => ({
  name: `${width}.png`,
  mimeType: "image/png",
  buffer: await page.screenshot({ clip: { x: 0, y: 0, width, height: 90 } }),
});

const photosOf = async (api: Api, petId: number) => {
  const response = await api.photos.listPhotos({ params: { petId } });
  if (response.status !== 200) throw new Error(`The service answered ${response.status}.`);
  return response.body;
};

const widthsOf = async (api: Api, petId: number) => (await photosOf(api, petId)).map(({ width }) => width);

/** Returns the address of the file that is shown, once it is shown. */
const fileOf = (image: Locator) =>
  image.evaluate((shown: HTMLImageElement) => shown.decode().then(() => shown.currentSrc));

/** Pastes a file, like a person who has copied an image. */
const paste = (page: Page, { name, mimeType, buffer }: Awaited<ReturnType<typeof pictureOf>>) =>
  page.evaluate(
    ({ bytes, ...file }) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(bytes)], file.name, { type: file.mimeType }));
      document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    },
    { name, mimeType, bytes: [...buffer] },
  );

const drag = async (page: Page, from: Locator, to: Locator) => {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (start === null || end === null) throw new Error("A photo is not drawn.");
  await page.mouse.move(start.x + 20, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width - 4, end.y + 20, { steps: 4 });
  await page.mouse.up();
};

describe.skipIf(!hasBrowser)("an animal's photos", () => {
  test("can be added, described, aimed, sorted, deleted and erased", async ({ open, api }) => {
    const { id, name } = await addPet(api);
    const page = await open(`/animals?q=${encodeURIComponent(name)}&open=${id}`, {
      role: "owner",
      allow: [/net::ERR_FAILED/],
    });
    const add = drawer(page).getByLabel("Add photos");
    await add.waitFor({ state: "attached" });
    const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") };
    await add.setInputFiles([await pictureOf(page, 120), text, await pictureOf(page, 130)]);
    await notice(page, `Added 2 photos to ${name}`).waitFor();
    await drawer(page).getByText("It is not a JPEG, PNG or WebP image, or it is animated.").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await button(drawer(page), "Forget notes.txt").click();

    // The connection is lost once, so the same bytes are sent again.
    await page.route("**/photos", (route) => route.abort("failed"), { times: 1 });
    await paste(page, await pictureOf(page, 140));
    await notice(page, `Added 1 photo to ${name}`).waitFor();
    expect(await widthsOf(api, id)).toEqual([120, 130, 140]);
    const large = drawer(page).getByRole("img", { name: "Photo 1" });
    expect(await fileOf(large)).toMatch(/\/120.webp$/);

    await drawer(page).getByLabel("What the photo shows").fill("Asleep in the sun");
    await page.keyboard.press("Enter");
    await drawer(page).getByRole("img", { name: "Asleep in the sun" }).waitFor();

    await button(drawer(page), "Choose what stays visible in photo 1").click();
    const point = drawer(page).getByRole("slider", { name: "Point that stays visible" });
    const pointOf = async () => (await photosOf(api, id))[0]?.focalPoint;
    await point.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => point.getAttribute("aria-valuetext")).toBe("55 % from the left, 50 % from the top");
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect.poll(pointOf).toEqual({ x: 0.55, y: 0.5 });
    const { width, height } = (await point.boundingBox()) ?? { width: 0, height: 0 };
    await point.click({ position: { x: width * 0.9, y: height * 0.1 } });
    await expect.poll(pointOf).toEqual({ x: 0.9, y: 0.1 });
    await button(drawer(page), "Choose what stays visible in photo 1").click();
    await point.waitFor({ state: "detached" });
    const described = drawer(page).getByRole("img", { name: "Asleep in the sun" });
    expect(await described.getAttribute("style")).toContain("object-position: 90% 10%");

    await button(drawer(page), "Move photo 1 later").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => widthsOf(api, id)).toEqual([130, 120, 140]);
    await button(drawer(page), "Move photo 2 later").and(page.locator(":focus:not([data-disabled])")).waitFor();
    await drag(page, thumbnail(page, 1), thumbnail(page, 3));
    await expect.poll(() => widthsOf(api, id)).toEqual([120, 140, 130]);
    await button(drawer(page), "Delete photo 3").click();
    await notice(page, `Deleted a photo of ${name}`).waitFor();
    expect(await widthsOf(api, id)).toEqual([120, 140]);
    await page.keyboard.press("Escape");
    await drawer(page).waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await notice(page, `Brought back a photo of ${name}`).waitFor();
    expect(await widthsOf(api, id)).toEqual([120, 140, 130]);
    const face = page.locator(`[data-row="${id}"] img`);
    expect(await fileOf(face)).toMatch(/\/120.webp$/);

    await page.getByRole("link", { name }).click();
    await button(drawer(page), "Erase photo 1 for good").click();
    const question = page.getByRole("alertdialog", { name: "Erase photo 1 for good?" });
    await question.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await button(question, "Erase for good").click();
    await notice(page, `Erased a photo of ${name}`).waitFor();
    expect(await widthsOf(api, id)).toEqual([140, 130]);
  });
});

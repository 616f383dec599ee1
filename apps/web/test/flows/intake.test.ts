import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { findViolations } from "../support/axe.js";
import { hasBrowser, test, unique } from "../support/browser.js";
import { addCategory, countNamed, drawer, nameField, notice } from "../support/pet-drawer.js";
import type { Api } from "../support/rows.js";

const photosField = (page: Page) => drawer(page).getByLabel("Add photos");
const noteField = (page: Page) => drawer(page).getByLabel("New note");

/** Returns an image that no other test has: a screenshot of a part of the page. */
const pictureOf = async (page: Page, width: number) => ({
  name: `${width}.png`,
  mimeType: "image/png",
  buffer: await page.screenshot({ clip: { x: 0, y: 0, width, height: 80 } }),
});

const openIntake = async (open: (path: string, options?: object) => Promise<Page>, options = {}) => {
  const page = await open("/animals?new=true", options);
  await photosField(page).waitFor({ state: "attached" });
  return page;
};

const chooseCategory = async (page: Page) => {
  await drawer(page).getByRole("combobox", { name: "Category" }).click();
  await page.getByRole("listbox").getByRole("option").first().click();
};

const nameOfCategory = async (api: Api, categoryId: number): Promise<string> => {
  const { status, body } = await api.categories.getCategory({ params: { categoryId } });
  return status === 200 ? (body.name ?? "") : "";
};

const petNamed = async (api: Api, name: string) => {
  const { status, body } = await api.pets.listPets({ query: { name } });
  const [pet] = status === 200 ? body : [];
  if (pet === undefined) throw new Error(`There is no animal named ${name}.`);
  return pet;
};

const contentOf = async (api: Api, petId: number) => {
  const [photos, notes] = await Promise.all([
    api.photos.listPhotos({ params: { petId } }),
    api.notes.listPetNotes({ params: { petId } }),
  ]);
  if (photos.status !== 200 || notes.status !== 200) throw new Error("The service refused a list.");
  return {
    widths: photos.body.map(({ width }) => width),
    notes: notes.body.map(({ text, isWarning }) => [text, isWarning]),
  };
};

describe.skipIf(!hasBrowser)("a new animal", () => {
  test("takes its photos and a note at once, with one notice and one undo", async ({ open, api }) => {
    const name = unique("Ada");
    const page = await openIntake(open);
    await photosField(page).setInputFiles([await pictureOf(page, 121), await pictureOf(page, 131)]);
    await drawer(page).getByText("Sent when you save").first().waitFor();
    expect(await drawer(page).getByRole("list", { name: "Uploads" }).getByRole("listitem").count()).toBe(2);
    expect(await findViolations(page)).toEqual([]);
    await nameField(page).fill(name);
    await chooseCategory(page);
    await noteField(page).fill("Bites when tired");
    await drawer(page).getByRole("switch", { name: "Warning" }).click();
    await drawer(page).getByRole("button", { name: "Save", exact: true }).click();
    // Notices stay while the pointer is on one of them.
    await notice(page, `Added ${name}`).hover();
    const { id } = await petNamed(api, name);
    await expect.poll(() => contentOf(api, id)).toEqual({ widths: [121, 131], notes: [["Bites when tired", true]] });
    expect(await page.getByLabel("Notices").getByRole("dialog").count()).toBe(1);
    await page.keyboard.press("Control+z");
    await expect.poll(() => countNamed(api, name)).toBe(0);
  });

  test("is added after another by keyboard alone, and begins with the values of the last one", async ({
    open,
    api,
  }) => {
    const names = [unique("Bo"), unique("Bo"), unique("Bo")];
    const page = await openIntake(open);
    await chooseCategory(page);
    await nameField(page).focus();
    for (const name of names) {
      // oxlint-disable no-await-in-loop
      await expect.poll(() => nameField(page).inputValue()).toBe("");
      await page.keyboard.type(name);
      await page.keyboard.press("Control+Shift+Enter");
      await notice(page, `Added ${name}`).waitFor();
      await nameField(page).and(page.locator(":focus")).waitFor();
      // oxlint-enable no-await-in-loop
    }
    const added = await Promise.all(names.map((name) => petNamed(api, name)));
    expect(new Set(added.map(({ categoryId }) => categoryId)).size).toBe(1);
  });

  test("keeps the note as a draft and the photos that were refused, and says so", async ({ open, api }) => {
    const name = unique("Cleo");
    const page = await openIntake(open, { allow: [/status of 5|status of 4|ERR_FAILED/] });
    await page.route("**/v1/pets/*/notes", (route) => route.abort("failed"));
    const damaged = { name: "damaged.png", mimeType: "image/png", buffer: Buffer.from("not an image") };
    await photosField(page).setInputFiles([await pictureOf(page, 122), damaged]);
    await nameField(page).fill(name);
    await chooseCategory(page);
    await noteField(page).fill("Needs a quiet room");
    await drawer(page).getByRole("button", { name: "Save", exact: true }).click();
    const missing = `1 photo of ${name} was not added`;
    await notice(page, missing).waitFor();
    const { id } = await petNamed(api, name);
    expect(await contentOf(api, id)).toEqual({ widths: [122], notes: [] });
    await page.unroute("**/v1/pets/*/notes");
    const shown = page.getByLabel("Notices").getByRole("dialog").filter({ hasText: missing });
    await shown.getByRole("button", { name: "Open" }).click();
    await drawer(page).getByText("damaged.png").waitFor();
    await expect.poll(() => noteField(page).inputValue()).toBe("Needs a quiet room");
    await drawer(page).getByRole("button", { name: "Add note" }).click();
    await expect.poll(async () => (await contentOf(api, id)).notes).toEqual([["Needs a quiet room", false]]);
  });

  test("is not added while its note breaks a rule, and forgets its photos when it is discarded", async ({
    open,
    api,
  }) => {
    const name = unique("Dot");
    const page = await openIntake(open);
    await photosField(page).setInputFiles([await pictureOf(page, 123)]);
    await nameField(page).fill(name);
    await chooseCategory(page);
    await noteField(page).fill("x".repeat(5_001));
    await drawer(page).getByRole("button", { name: "Save", exact: true }).click();
    await drawer(page).getByText("5,000", { exact: false }).waitFor();
    expect(await countNamed(api, name)).toBe(0);
    await page.keyboard.press("Escape");
    await notice(page, "What you typed is kept, not saved").waitFor();
    await page.keyboard.press("n");
    await drawer(page).getByText("123.png").waitFor();
    await drawer(page).getByRole("button", { name: "Discard" }).click();
    await drawer(page).getByText("123.png").waitFor({ state: "detached" });
    expect([await nameField(page).inputValue(), await noteField(page).inputValue()]).toEqual(["", ""]);
  });

  test("asks only for the fields that the owner has chosen, and opens the others on request", async ({ open, api }) => {
    const category = await addCategory(api);
    const fields = ["asked", "later"].map((word, at) => ({
      label: unique(word),
      name: `${word}_${randomUUID().slice(0, 8).replaceAll("-", "")}`,
      type: "text" as const,
      categoryIds: [category],
      position: at,
    }));
    const ids: number[] = [];
    for (const body of fields) {
      // oxlint-disable-next-line no-await-in-loop
      const created = await api.attributes.createAttribute({ body });
      if (created.status !== 201) throw new Error(created.body.message);
      ids.push(created.body.id);
    }
    const [asked, later] = fields.map(({ label }) => label);
    const owner = await open(`/fields?open=${ids[1]}`, { role: "owner" });
    await drawer(owner).getByRole("switch", { name: "Asked when an animal is added" }).click();
    await drawer(owner).getByRole("button", { name: "Save", exact: true }).click();
    await drawer(owner).waitFor({ state: "detached" });

    const page = await openIntake(open);
    await nameField(page).fill(unique("Eve"));
    await drawer(page).getByRole("combobox", { name: "Category" }).click();
    await page.keyboard.type(await nameOfCategory(api, category));
    await page.getByRole("listbox").getByRole("option").first().click();
    await drawer(page)
      .getByLabel(asked ?? "")
      .waitFor();
    expect(
      await drawer(page)
        .getByLabel(later ?? "")
        .count(),
    ).toBe(0);
    await drawer(page).getByRole("button", { name: "More details" }).click();
    await drawer(page)
      .getByLabel(later ?? "")
      .fill("something");
    expect(await findViolations(page)).toEqual([]);
  });
});

import type { Page, Route } from "playwright-core";
import { describe, expect } from "vitest";
import { hasBrowser, test, unique } from "../support/browser.js";
import { shows } from "../support/pet-list.js";
import { addPet } from "../support/rows.js";

const drawer = (page: Page) => page.locator("[data-drawer]");
const noteField = (page: Page) => drawer(page).getByLabel("New note");
const save = (page: Page) => drawer(page).getByRole("button", { name: "Save", exact: true }).click();

/** The bodies of the changes that the page sends. */
const watch = (page: Page) => {
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/v1/pets/changes")) sent.push(request.postDataJSON());
  });
  return sent;
};

describe.skipIf(!hasBrowser)("Save in an animal's drawer", () => {
  test("sends one request, shows one notice, and Undo deletes the note", async ({ open, api }) => {
    const pet = await addPet(api);
    const [renamed, text] = [unique("Luna II"), unique("Bites")];
    const page = await open(`/animals?id=${pet.id}&open=${pet.id}`);
    const sent = watch(page);
    await drawer(page).getByLabel("Name").fill(renamed);
    await noteField(page).fill(text);
    await save(page);
    await shows(page.getByText(`Saved ${renamed}`));
    const notes = async () => {
      const { status, body } = await api.notes.listPetNotes({ params: { petId: pet.id } });
      return status === 200 ? body.map((note) => note.text) : [];
    };
    expect([sent.length, await notes()]).toEqual([1, [text]]);
    const events = await api.history.listHistory({ query: { subject: `pet:${pet.id}`, limit: 1 } });
    const actionId = events.status === 200 ? events.body[0]?.actionId : undefined;
    const ofAction = await api.history.listHistory({ query: { actionId: String(actionId) } });
    expect(ofAction.status === 200 && ofAction.body.map(({ action }) => action).toSorted()).toEqual([
      "note.create",
      "pet.update",
    ]);
    await page.getByRole("button", { name: "Undo" }).click();
    await shows(page.getByText(`Renamed ${renamed} back to ${pet.name}`));
    await expect.poll(notes).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  test("keeps a typed note over Escape and a reload", async ({ open, api }) => {
    const pet = await addPet(api);
    const text = unique("Shy");
    const page = await open(`/animals?id=${pet.id}&open=${pet.id}`);
    await noteField(page).fill(text);
    await page.keyboard.press("Escape");
    await shows(page.getByText(`Your changes to ${pet.name} are kept, not saved`));
    await page.goto(`${new URL(page.url()).origin}/animals?id=${pet.id}&open=${pet.id}`);
    await expect.poll(() => noteField(page).inputValue()).toBe(text);
  });

  test("keeps a typed note through the conflict dialog", async ({ open, api }) => {
    const pet = await addPet(api);
    const [mine, text] = [unique("Mine"), unique("Bites")];
    const page = await open(`/animals?id=${pet.id}&open=${pet.id}`);
    await drawer(page).getByLabel("Name").fill(mine);
    await noteField(page).fill(text);
    const overtake = async (route: Route) => {
      await api.pets.updatePet({ params: { petId: pet.id }, body: { name: unique("Theirs") } });
      await route.continue();
    };
    await page.route("**/v1/pets/changes?*", overtake, { times: 1 });
    await save(page);
    const dialog = page.getByRole("dialog").filter({ hasText: "has changed since you saw it" });
    await shows(dialog.getByText(`Your note “${text}” is saved with either choice.`));
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await shows(page.getByText(`Saved ${mine}`));
    const { body } = await api.notes.listPetNotes({ params: { petId: pet.id } });
    expect(body).toMatchObject([{ text }]);
  });
});

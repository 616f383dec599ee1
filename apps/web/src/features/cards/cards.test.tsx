import type { Attribute, ExpandedPet } from "@petstore/contract/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { petOf } from "../../../test/support/examples";
import { draw, pageAt } from "../../../test/support/draw";
import { actAs, fakeService, type Handler, held } from "../../../test/support/fake-service";
import { until } from "../../../test/support/hook";
import { Button } from "../../components/button";
import { PhotoImage } from "../../components/photo-image";
import { Segments } from "../../components/segments";
import { MAX_CARDS } from "../../lib/pets/cage-cards";
import { t } from "../../texts";
import { CageCard } from "./cage-card";
import { CardsPage } from "./cards-page";
import { cardChoices, isShown } from "./choices";
import { parseCardSearch } from "./search";

const texts = t.print.cards;
const field = (name: string, fields: Partial<Attribute> = {}) =>
  ({ id: 1, name, label: name, type: "text", options: [], categoryIds: null, ...fields }) as Attribute;
const photo = { id: 5, alt: null, rotation: 0, focalPoint: null, placeholder: "", sizes: [] as object[] };
const pet = (id: number, profile: object = { attributes: {}, photos: [] }) =>
  ({ ...petOf({ id, name: `Pet ${id}` }), profile }) as ExpandedPet;

const stored = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  });
  vi.stubGlobal("location", { origin: "https://store.example" });
});
afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

const open = async (address: string, handlers: Readonly<Record<string, Handler>> = {}) => {
  actAs("clerk");
  const asked = fakeService({
    "GET /v1/pets": ({ query }) => ({
      body: query
        .getAll("id")
        .toReversed()
        .map((id) => pet(Number(id))),
    }),
    "GET /v1/notes": () => ({ body: [{ id: 1, petId: 3, text: "Bites", isWarning: true }] }),
    "GET /v1/attributes": () => ({ body: [field("breed", { isPublic: true }), field("old", { isArchived: true })] }),
    "GET /v1/categories": () => ({ body: [{ id: 1, name: "Dogs" }] }),
    ...handlers,
  });
  const around = await pageAt(address, parseCardSearch);
  return { page: await draw(CardsPage, {}, around), asked };
};

describe("the address of cage cards", () => {
  it("lists each animal once, in order, and ignores what is not a number", () => {
    expect(parseCardSearch({ id: ["3", "1", "3", "x", "0", ""] })).toEqual({ id: [3, 1] });
    expect([parseCardSearch({ id: "3" }), parseCardSearch({})]).toEqual([{ id: [3] }, { id: [] }]);
  });
});

describe("what cage cards show", () => {
  it("is what the public may see, until an account makes its own choice", () => {
    const [known, secret] = [field("breed", { isPublic: true }), field("chip", { isPublic: false })];
    const mine = cardChoices(7);
    expect([isShown(mine.get(), known), isShown(mine.get(), secret), mine.get().hasWarnings]).toEqual([
      true,
      false,
      true,
    ]);
    mine.set({ ...mine.get(), paper: "a4", fields: { breed: false, chip: true } });
    const again = cardChoices(7).get();
    expect([isShown(again, known), isShown(again, secret), again.paper]).toEqual([false, true, "a4"]);
    expect(cardChoices(8).get()).toEqual({ paper: "a6", hasWarnings: true, fields: {} });
  });

  it("falls back to the default if an older version stored something else", () => {
    stored.set("cage-cards-9", '{"paper":"letter"}');
    expect(cardChoices(9).get().paper).toBe("a6");
  });
});

describe("the page of cage cards", () => {
  it("shows the animals in order, and counts the deleted ones", async () => {
    const { page } = await open("/cards?id=3&id=1&id=2", {
      "GET /v1/pets": () => ({ body: [pet(1), pet(3)] }),
    });
    await until(() => page.has("Sheets"));
    const { cards, attributes } = page.get<{
      cards: { pet: { id: number }; warnings: object[] }[];
      attributes: Attribute[];
    }>("Sheets");
    expect(cards.map(({ pet: { id }, warnings }) => [id, warnings.length])).toEqual([
      [3, 1],
      [1, 0],
    ]);
    expect(attributes.map(({ name }) => name)).toEqual(["breed"]);
    expect(page.get<{ children: string }>("p").children).toBe(`${texts.count(2, 2)} · ${texts.missing(1)}`);
    page
      .get<{ onChange: (choices: object) => void; choices: object }>("Choosing")
      .onChange({ paper: "a4", hasWarnings: true, fields: {} });
    await until(() => page.get<{ children: string }>("p").children.startsWith(texts.count(2, 1)));
  });

  it("does not print before everything has loaded", async () => {
    const { answer, release } = held(() => ({ body: [] }));
    const { page, asked } = await open("/cards?id=41", { "GET /v1/notes": answer });
    await until(() => asked.some(({ line }) => line === "GET /v1/notes"));
    expect([page.get(Button).disabled, page.has("Sheets")]).toEqual([true, false]);
    release();
    await until(() => page.get(Button).disabled === false && page.has("Sheets"));
  });

  it("reads up to 200 animals in requests of 100, and reports more", async () => {
    const address = (count: number) =>
      `/cards?${Array.from({ length: count }, (_, at) => `id=${at + 1_000}`).join("&")}`;
    const { page, asked } = await open(address(MAX_CARDS));
    await until(() => page.has("Sheets"));
    expect(asked.filter(({ line }) => line === "GET /v1/pets").map(({ query }) => query.getAll("id").length)).toEqual([
      100, 100,
    ]);
    const more = await open(address(MAX_CARDS + 1));
    expect(more.page.get<{ title: string }>("Nothing").title).toBe(texts.tooMany(MAX_CARDS, MAX_CARDS + 1));
    expect(more.asked.filter(({ line }) => line === "GET /v1/pets")).toEqual([]);
  });

  it("links to the list of animals if the address contains no animal", async () => {
    const { page } = await open("/cards");
    expect([page.get<{ title: string }>("Nothing").title, page.has(Segments)]).toEqual([texts.none, false]);
  });
});

describe("a cage card", () => {
  const drawCard = (profile: object) =>
    draw(CageCard, {
      pet: pet(26, profile),
      warnings: [{ id: 1, petId: 26, text: "Bites" } as never],
      category: "Dogs",
      fields: [field("breed"), field("coat")],
      hasWarnings: false,
      className: "",
    });

  it("links to the file, and has only fields with values and chosen warnings", async () => {
    const card = await drawCard({ attributes: { breed: "Collie" }, photos: [] });
    expect(card.get<{ text: string }>("QrCode").text).toBe("https://store.example/animals?open=26");
    expect(card.get<{ values: { one: Attribute }[] }>("Fields").values.map(({ one }) => one.name)).toEqual(["breed"]);
    expect([card.has("Warnings"), card.has(PhotoImage)]).toEqual([false, false]);
  });

  it("shows the photo 800 px wide, or else the widest, and none if the file is missing", async () => {
    const sizes = [320, 800, 1_600].map((width) => ({ width, height: width, url: `/media/${width}` }));
    const card = await drawCard({ attributes: {}, photos: [{ ...photo, sizes }] });
    const urls = () => card.get(PhotoImage).photo.sizes.map(({ url }) => url);
    expect(urls()).toEqual(["/media/800"]);
    card.get(PhotoImage).onError?.();
    await until(() => !card.has(PhotoImage));
    const small = await drawCard({ attributes: {}, photos: [{ ...photo, sizes: sizes.slice(0, 1) }] });
    expect(small.get(PhotoImage).photo.sizes.map(({ url }) => url)).toEqual(["/media/320"]);
  });
});

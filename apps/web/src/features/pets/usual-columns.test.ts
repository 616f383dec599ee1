import { beforeEach, describe, expect, it, vi } from "vitest";
import { attributeOf, petOf } from "../../../test/support/examples";
import { runHook } from "../../../test/support/hook";
import { fitting, leastWidth } from "./column-widths";
import type { ListedPet } from "./queries";
import { lastUsualColumns, usualColumns, useUsualColumns } from "./usual-columns";

const field = (id: number, name: string, type = "text", rest: object = {}) =>
  attributeOf({ id, name, label: name, type: type as "text", ...rest });

const fields = [
  field(1, "breed"),
  field(2, "neutered", "boolean"),
  field(3, "sex", "choice"),
  field(4, "born_on", "date"),
  field(5, "colours", "labels"),
  field(6, "microchip"),
  field(7, "price", "number"),
  field(8, "location"),
  field(9, "description", "longText"),
  field(10, "kennel_size", "text"),
];

const petWith = (id: number, attributes: Readonly<Record<string, unknown>>): ListedPet => ({
  ...petOf({ id }),
  profile: { externalId: null, attributes, photos: [], updatedAt: null },
});

const everything = Object.fromEntries(fields.map(({ name }) => [name, "x"]));

beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  lastUsualColumns.set(null);
});

describe("the usual columns", () => {
  it("are the fields that at least half of the animals have, the most telling first", () => {
    const pets = [
      petWith(1, { breed: "Beagle", sex: "female", born_on: "2024-05-01", price: 80, location: "K1" }),
      petWith(2, { breed: "Beagle", born_on: "2024-05-01", location: "K2" }),
      petWith(3, { breed: "Beagle", born_on: "2024-05-01" }),
      petWith(4, { location: "K3" }),
    ];
    expect(usualColumns(fields, pets)).toEqual(["breed", "born_on", "location"]);
  });

  it("are none if the animals have no values", () => {
    expect([usualColumns(fields, [petOf()]), usualColumns(fields, [petWith(1, {})])]).toEqual([[], []]);
  });

  it("are at most six, without long texts, codes and archived fields, and end with what says least", () => {
    expect(usualColumns(fields, [petWith(1, everything)])).toEqual([
      "breed",
      "sex",
      "born_on",
      "location",
      "price",
      "kennel_size",
    ]);
    const { breed: _breed, sex: _sex, location: _location, price: _price, kennel_size: _size, ...rest } = everything;
    expect(usualColumns(fields, [petWith(1, rest)])).toEqual(["born_on", "neutered", "colours"]);
    const archived = fields.map((one) => ({ ...one, isArchived: one.name === "breed" }));
    expect(usualColumns(archived, [petWith(1, { breed: "Beagle" })])).toEqual([]);
  });

  it("stay the same while the list is open, and follow the animals the next time", async () => {
    const shown: { pets: readonly ListedPet[]; isWhole: boolean } = { pets: [], isWhole: false };
    const list = await runHook(() => useUsualColumns(fields, shown.pets, shown.isWhole));
    expect(list.now()).toEqual([]);
    shown.pets = [petWith(1, { price: 80 })];
    list.rerender();
    await vi.waitFor(() => expect(list.now()).toEqual(["price"]));
    // A filtered page says nothing about the others.
    expect(lastUsualColumns.get()).toBeNull();
    Object.assign(shown, { pets: [petWith(1, { breed: "Beagle" })], isWhole: true });
    list.rerender();
    await vi.waitFor(() => expect(lastUsualColumns.get()).toEqual(["breed"]));
    expect(list.now()).toEqual(["price"]);
    const next = await runHook(() => useUsualColumns(fields, [], true));
    expect(next.now()).toEqual(["breed"]);
  });

  it("are as many as fit without scrolling sideways", () => {
    const usual = fields.slice(0, 4);
    const room = leastWidth(usual.slice(0, 2), {});
    expect([room - 1, room, room + 1, 5_000].map((width) => fitting(usual, width).length)).toEqual([1, 2, 2, 4]);
    expect(fitting(usual, 100)).toEqual([]);
  });
});

import type { Order, Statistics } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets, newPet } from "../../test/support/builders.js";
import { ownApi } from "../../test/support/own-api.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

const DAY_MS = 86_400_000;
const LARGEST_ID = Number.MAX_SAFE_INTEGER;
const now = new Date("2026-11-22T12:00:00Z");
const petCount = 300;

/** Returns numbers from 0 to 1, the same ones in each run (a linear congruential generator). */
const createRandom = (seed: number) => {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
};
const random = createRandom(20_261_130);
const chance = (share: number) => random() < share;
const pick = <Item>(...items: Item[]) => items[Math.floor(random() * items.length)] as Item;
/** Returns a moment of the 500 days before `now`, or up to five days after it. */
const someMoment = (from = now.getTime() - 500 * DAY_MS) =>
  Math.floor(from + random() * (now.getTime() + 5 * DAY_MS - from));

type Sale = { readonly at: number; readonly isTakenBack: boolean };
type Sold = {
  readonly id: number;
  readonly categoryId: number;
  readonly isDeleted: boolean;
  readonly arrival: number | undefined;
  readonly isImported: boolean;
  readonly sales: readonly Sale[];
};
type Paid = {
  readonly pet: Sold;
  readonly orderedAt: number;
  readonly paidAt: number | undefined;
  readonly amount: number;
  readonly currency: string;
};

const categories = [1, 7, LARGEST_ID];
/** A category of pets that were deleted, and which is itself deleted. */
const deletedCategory = 8;
const imports = [200, 120, 3].map((daysAgo, at) => ({
  at: now.getTime() - daysAgo * DAY_MS + at,
  first: 1_000 * (at + 1),
  last: 1_000 * (at + 1) + 20,
}));

const salesFrom = (start: number): Sale[] => {
  const times = Array.from({ length: pick(0, 0, 1, 1, 1, 2, 3) }, () => someMoment(start)).toSorted((a, b) => a - b);
  const isLastTakenBack = chance(0.2);
  return times.map((at, index) => ({ at, isTakenBack: index < times.length - 1 || isLastTakenBack }));
};

const pets: Sold[] = [
  ...Array.from({ length: petCount }, (_, at): Sold => {
    const arrival = someMoment();
    const isDeleted = chance(0.2);
    const categoryId = isDeleted && chance(0.3) ? deletedCategory : pick(...categories);
    // The trail no longer has the creation of some pets.
    const isKnown = chance(0.8);
    return {
      ...{ id: 10_000 + at, categoryId, isDeleted, isImported: false },
      ...{ arrival: isKnown ? arrival : undefined, sales: salesFrom(arrival) },
    };
  }),
  ...imports.flatMap(({ at, first, last }) =>
    Array.from({ length: last - first + 1 }, (_, index): Sold => {
      const [categoryId, isDeleted] = [pick(...categories), chance(0.1)];
      return { id: first + index, categoryId, isDeleted, arrival: at, isImported: true, sales: salesFrom(at) };
    }),
  ),
];

const orders = pets
  .filter(() => chance(0.5))
  .map((pet): Paid => {
    const orderedAt = someMoment();
    const [currency, digits] = pick(["EUR", 2] as const, ["JPY", 0] as const, ["KWD", 3] as const);
    const amount = Number((random() * 1_000).toFixed(digits));
    return { pet, orderedAt, paidAt: chance(0.6) ? someMoment(orderedAt) : undefined, amount, currency };
  });

const insert = async ({ database: { db, pool } }: TestApi) => {
  await db.category.createMany({ data: categories.map((id) => ({ id, name: `Category ${id}` })) });
  const kept = pets.filter(({ isDeleted }) => !isDeleted);
  const status = "sold" as const;
  await db.pet.createMany({ data: kept.map(({ id, categoryId }) => ({ id, name: "Rex", categoryId, status })) });
  await db.order.createMany({
    data: orders.map(({ pet, paidAt, amount, currency }) => ({
      ...{ petId: pet.id, status: pick("delivered", "cancelled"), priceAmount: amount, priceCurrency: currency },
      ...(paidAt !== undefined && { paidAt: new Date(paidAt), paidBy: "cash" as const }),
    })),
  });
  const event = (at: number, action: string, id: number | null, before: object | null, after: object | null) => ({
    ...{ at: new Date(at), actorKind: "system" as const, actorName: "test", action },
    ...{ subjectKind: action.split(".")[0] ?? "", subjectId: id },
    ...(before && { before }),
    ...(after && { after }),
  });
  const sold = { status: "sold" };
  const available = { status: "available" };
  const events = [
    ...pets.flatMap(({ id, categoryId, isDeleted, arrival, isImported, sales }) => [
      ...(arrival === undefined || isImported ? [] : [event(arrival, "pet.create", id, null, available)]),
      ...sales.flatMap(({ at, isTakenBack }, index) => [
        event(at, "pet.update", id, available, sold),
        ...(isTakenBack ? [event(at + (index % 2), "pet.update", id, sold, available)] : []),
      ]),
      ...(isDeleted ? [event(now.getTime() + 6 * DAY_MS, "pet.delete", id, { categoryId }, null)] : []),
    ]),
    ...orders.map(({ pet, orderedAt }) => event(orderedAt, "order.create", 1, null, { petId: pet.id })),
    ...imports.map(({ at, first, last }) =>
      event(at, "catalogue.import", null, null, { imported: 21, firstPetId: first, lastPetId: last }),
    ),
  ];
  for (const one of events.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    await pool.query(
      `INSERT INTO audit_event (at, actor_kind, actor_name, action, subject_kind, subject_id, before, after)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [one.at, one.actorKind, one.actorName, one.action, one.subjectKind, one.subjectId, one.before, one.after],
    );
};

type Filter = { readonly isIn: (at: number) => boolean; readonly has: (pet: Sold) => boolean };

const total = (numbers: readonly number[]) => numbers.reduce((sum, value) => sum + value, 0);

/** Computes the numbers from the list of what happened, without the service. */
const compute = ({ isIn, has }: Filter) => {
  const those = pets.filter(has);
  const sales = those.flatMap((pet) =>
    pet.sales.flatMap(({ at, isTakenBack }) => (isIn(at) && !isTakenBack ? [{ pet, at }] : [])),
  );
  const known = sales.flatMap(({ pet: { arrival }, at }) => (arrival === undefined ? [] : [(at - arrival) / DAY_MS]));
  const paid = orders.filter(({ pet, paidAt }) => has(pet) && paidAt !== undefined && isIn(paidAt));
  const currencies = [...new Set(paid.map(({ currency }) => currency))].toSorted();
  const isAdded = ({ isImported, isDeleted, arrival }: Sold) =>
    !isImported && !isDeleted && arrival !== undefined && isIn(arrival);
  return {
    added: those.filter(isAdded).length,
    imported: those.filter(({ isImported, arrival }) => isImported && isIn(arrival ?? 0)).length,
    sold: sales.length,
    ordered: orders.filter(({ pet, orderedAt }) => has(pet) && isIn(orderedAt)).length,
    sales: {
      paid: currencies.map((currency) => ({
        amount: Number(total(paid.filter((one) => one.currency === currency).map(({ amount }) => amount)).toFixed(3)),
        currency,
      })),
      stays: { pets: known.length, days: total(known) },
    },
  };
};

/** Sums of fractions may differ in their last digits. */
const close = <Numbers extends Statistics["days"][number] | NonNullable<Statistics["categories"]>[number]>(
  numbers: Numbers,
) => ({
  ...numbers,
  sales: {
    ...numbers.sales,
    stays: { ...numbers.sales?.stays, days: expect.closeTo(numbers.sales?.stays.days ?? 0, 2) },
  },
});

describe("GET /statistics?expand=sales&expand=categories", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({}, { clock: () => now });
    await insert(api);
  });
  afterAll(() => api.close());

  const read = async (query: string, on = api) =>
    (await on.send(`GET /v1/statistics?${query}&expand=sales&expand=categories`)).body as Statistics;

  const zones = ["America/Santiago", "Europe/Berlin", "Pacific/Apia"];
  const ranges = [
    ["days=30", 30, "2026-11-22"],
    ["days=7&lastDay=2026-09-08", 7, "2026-09-08"],
    ["days=31&lastDay=2026-10-31", 31, "2026-10-31"],
    ["days=30&lastDay=2026-04-30", 30, "2026-04-30"],
    ["days=366&lastDay=2026-11-22", 366, "2026-11-22"],
  ] as const;
  const cases = zones.flatMap((zone) => ranges.map((range) => [zone, ...range] as const));

  it.each(cases)("counts in %s for %s what a plain computation counts", async (zone, query, days, lastDay) => {
    // The first range follows the clock, which may already show the next day in this time zone.
    const format = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
    const last = query === "days=30" ? format.format(now) : lastDay;
    const dates = Array.from({ length: days }, (_, at) =>
      new Date(Date.parse(last) - (days - 1 - at) * DAY_MS).toISOString().slice(0, 10),
    );
    const body = await read(`${query}&timeZone=${zone}`);
    const dayOf = (at: number) => format.format(at);
    const expected = dates.map((date) => ({ date, ...compute({ isIn: (at) => dayOf(at) === date, has: () => true }) }));
    expect(body.days).toEqual(expected.map(close));
    const isIn = (at: number) => dates.includes(dayOf(at));
    const byCategory = [...categories, null].map((categoryId) => {
      const name = categoryId === null ? null : `Category ${categoryId}`;
      const has = (pet: Sold) => (pet.categoryId === deletedCategory ? null : pet.categoryId) === categoryId;
      const numbers = compute({ isIn, has });
      // An import does not record the categories of its pets, so those that are gone have none.
      const gone = pets.filter((pet) => pet.isImported && pet.isDeleted && isIn(pet.arrival ?? 0));
      const imported = categoryId === null ? gone.length : numbers.imported - gone.filter(has).length;
      return { categoryId, name, ...numbers, imported };
    });
    const isEmpty = ({ added, imported, sold, ordered, sales }: (typeof byCategory)[number]) =>
      added + imported + sold + ordered + sales.paid.length === 0;
    expect(body.categories).toEqual(byCategory.filter((one) => !isEmpty(one)).map(close));
  });

  it("adds up to the same numbers by day and by category", async () => {
    const { days, categories: all = [] } = await read("days=366");
    for (const name of ["added", "imported", "sold", "ordered"] as const) {
      expect(total(all.map((one) => one[name]))).toBe(total(days.map((day) => day[name])));
      expect(total(days.map((day) => day[name]))).toBeGreaterThan(20);
    }
    const moneyOf = (of: readonly Pick<Statistics["days"][number], "sales">[], wanted: string) =>
      total(of.flatMap(({ sales }) => sales?.paid ?? []).map((one) => (one.currency === wanted ? one.amount : 0)));
    for (const currency of ["EUR", "JPY", "KWD"]) {
      expect(moneyOf(all, currency)).toBeCloseTo(moneyOf(days, currency), 3);
      expect(moneyOf(days, currency)).toBeGreaterThan(0);
    }
  });

  it("has no sales and no categories unless they are asked for", async () => {
    const { body } = await api.send("GET /v1/statistics?days=7");
    expect(Object.keys(body as Statistics)).toEqual(["days", "longPending"]);
    expect(Object.keys((body as Statistics).days[0] ?? {})).toEqual(["date", "added", "imported", "sold", "ordered"]);
  });

  it("follows a sale from the order to its payment, and forgets a payment that is removed", async () => {
    const own = await ownApi();
    const { id: petId } = (await own.send("POST /v1/pets", { body: newPet() })).body as { id: number };
    const price = { amount: 0.1, currency: "EUR" };
    const { id } = (await own.send("POST /v1/orders", { body: { petId, price } })).body as Order;
    const today = async () => (await read("days=1", own)).days[0];
    expect(await today()).toMatchObject({ sold: 0, ordered: 1, sales: { paid: [], stays: { pets: 0, days: 0 } } });
    const payment = { paidAt: new Date().toISOString(), means: "card" };
    await own.send(`PATCH /v1/orders/${id}`, { body: { payment } });
    for (const status of ["approved", "delivered"]) await own.send(`PATCH /v1/orders/${id}`, { body: { status } });
    expect(await today()).toMatchObject({ sold: 1, ordered: 1, sales: { paid: [price], stays: { pets: 1 } } });
    await own.send(`PATCH /v1/orders/${id}`, { body: { payment: null } });
    expect(await today()).toMatchObject({ sold: 1, sales: { paid: [] } });
  });

  it("counts a merged category with the one that received its pets", async () => {
    const own = await ownApi();
    const [petId = 0] = await addPets(own, { categoryId: 5 });
    await addPets(own, { categoryId: 6 });
    await own.send(`PATCH /v1/pets/${petId}`, { body: { status: "sold" } });
    const key = await own.makeKey("admin");
    await own.send("POST /v1/categories/5/merge", { body: { into: 6 }, key });
    const sold = async () => (await read("days=1", own)).categories?.map((one) => [one.categoryId, one.sold]);
    await expect.poll(sold).toEqual([[6, 1]]);
  });

  it.each(["2026-02-29", "1999-12-31", "3000-01-01", "today", "", "2026-11-22T00:00:00Z"])(
    "returns 400 for lastDay=%s",
    async (lastDay) => {
      expect((await api.send(`GET /v1/statistics?lastDay=${lastDay}`)).body).toEqual(
        errorBody(
          "invalid_request",
          400,
          "query.lastDay must be a date of the years 2000 to 2999, for example 2026-11-30",
        ),
      );
    },
  );

  it.each(["2000-01-01", "2999-12-31"])("returns zeros up to %s, where nothing happened", async (lastDay) => {
    const { days, categories: none } = await read(`days=366&lastDay=${lastDay}`);
    expect([days.length, days.at(-1)?.date, none]).toEqual([366, lastDay, []]);
    expect(days.every(({ added, sold, ordered }) => added + sold + ordered === 0)).toBe(true);
  });
});

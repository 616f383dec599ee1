import type { Actor, Attribute, Customer, Order, Pet, PetStatus } from "@petstore/contract/routes";
import { createNamedCategories } from "../../database/named-categories.js";
import { type Query, queryOf } from "../../database/query.js";
import { type AuditEntry, creationOf, eventInsert, petUpdate, updateOf } from "../../operation/audit-trail.js";
import type { Transaction } from "../../operation/operation.js";
import { definitionsOf } from "../store/check-values.js";
import { insertPets } from "../store/insert-pets.js";
import { toNote } from "../store/note-table.js";
import { storeProfiles } from "../store/write-profiles.js";
import { sampleCustomers, sampleNotes, type SamplePet, samplePets } from "./sample-data.js";
import { storeSamplePhoto } from "./sample-photos.js";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const FIRST_DAY = 28;

type Loaded = { readonly pet: Pet; readonly sample: SamplePet };

type DatedEntry = AuditEntry & { readonly at: Date };

const insertEventsSql = eventInsert(
  `SELECT $1::jsonb AS actor, * FROM ROWS FROM
     (jsonb_to_recordset($2::jsonb) AS (at timestamptz, action text, subject jsonb, before jsonb, after jsonb))
     WITH ORDINALITY AS recorded (at, action, subject, before, after, place)`,
  "at",
);

const statuses = ["placed", "approved", "delivered"] as const;
type Step = (typeof statuses)[number];

const storePets = async (query: Query): Promise<Loaded[]> => {
  const names = Object.keys(samplePets).map((name) => ({ name }));
  const categories = await createNamedCategories(query, names);
  const samples = Object.entries(samplePets).flatMap(([category, some]) =>
    some.map((sample) => ({ sample, categoryId: Number(categories.get(category)) })),
  );
  const pets = await insertPets(
    query,
    samples.map(({ sample: { name, status }, categoryId }) => ({ name, status, categoryId })),
  );
  return samples.map(({ sample }, at) => ({ sample, pet: pets[at] as Pet }));
};

const storeValues = async (query: Query, attributes: readonly Attribute[], loaded: readonly Loaded[], now: number) => {
  if (attributes.length === 0) return;
  const dayAgo = (days: number) => new Date(now - days * DAY).toISOString().slice(0, 10);
  const profiles = loaded.map(({ pet, sample }, at) => {
    // Every animal has arrived before it was ordered.
    const daysHere = FIRST_DAY + 2 + ((at * 7) % 40);
    const values = { ...sample.attributes, born_on: dayAgo(sample.age), arrived_on: dayAgo(daysHere) };
    return { petId: pet.id, externalId: null, attributes: values };
  });
  await storeProfiles(query, definitionsOf(attributes), profiles);
};

/**
 * Returns the last step of a pet's order. If the pet is sold, the order was delivered. If it is pending, the order is
 * not finished.
 */
const lastStep = ({ status }: Pet, at: number): Step =>
  status === "sold" ? "delivered" : at % 2 === 0 ? "placed" : "approved";

const petStatusAfter = { placed: "pending", approved: "pending", delivered: "sold" } as const satisfies Record<
  Step,
  PetStatus
>;

/** The unit of the vocabulary's attribute `price`. */
const CURRENCY = "USD";

const priceOf = ({ attributes: { price } }: SamplePet): Order["price"] =>
  typeof price === "number" ? { amount: price, currency: CURRENCY } : null;

/** Customers pay with a card when they get their animal. */
const paymentAfter = (steps: readonly Step[], times: readonly Date[], place: number): Order["payment"] =>
  steps[place] === "delivered" ? { paidAt: times[place]?.toISOString() ?? "", means: "card" } : null;

type Sold = { readonly customer: Pick<Customer, "id" | "createdAt" | "updatedAt">; readonly note: string | null };

/** Stores the customers who ordered the pets, by the names of the pets. @param placedAt - When each pet was ordered. */
const storeCustomers = async (
  tx: Transaction,
  placedAt: ReadonlyMap<string, Date>,
): Promise<ReadonlyMap<string, Sold>> => {
  const rows = await tx.customer.createManyAndReturn({
    data: sampleCustomers.map(({ name, email = null, phone = null, address = null, ordered }) => {
      const at = placedAt.get(Object.keys(ordered)[0] ?? "") as Date;
      return { name, email, phone, address, createdAt: at, updatedAt: at };
    }),
  });
  return new Map(
    rows.flatMap(({ id, createdAt }, at) => {
      const customer = { id, createdAt, updatedAt: createdAt };
      return Object.entries(sampleCustomers[at]?.ordered ?? {}).map(([name, note]) => [name, { customer, note }]);
    }),
  );
};

/**
 * Stores the orders of the pets that are not available, and the history of both, which began at most {@link FIRST_DAY}
 * days ago.
 */
const storeOrders = async (tx: Transaction, loaded: readonly Loaded[], now: number): Promise<DatedEntry[]> => {
  const ordered = loaded
    .filter(({ pet }) => pet.status !== "available")
    .map(({ pet, sample }, at, { length }) => {
      const last = lastStep(pet, at);
      const share = 1 - at / length;
      const daysAgo = last === "delivered" ? 3 + share * (FIRST_DAY - 4) : 1 + share * 2;
      const start = now - Math.round(daysAgo * DAY);
      const steps = statuses.slice(0, statuses.indexOf(last) + 1);
      const times = steps.map((_step, place) => new Date(start + place * 7 * HOUR));
      return { pet, steps, times, price: priceOf(sample) };
    })
    .toSorted((one, other) => Number(one.times[0]) - Number(other.times[0]));
  const customers = await storeCustomers(tx, new Map(ordered.map(({ pet, times }) => [pet.name, times[0] as Date])));
  const rows = await tx.order.createManyAndReturn({
    data: ordered.map(({ pet, steps, times, price }) => {
      const payment = paymentAfter(steps, times, steps.length - 1);
      return {
        petId: pet.id,
        status: steps.at(-1) ?? "placed",
        customerId: customers.get(pet.name)?.customer.id ?? null,
        priceAmount: price?.amount ?? null,
        priceCurrency: price?.currency ?? null,
        paidAt: payment?.paidAt ?? null,
        paidBy: payment?.means ?? null,
        note: customers.get(pet.name)?.note ?? null,
        createdAt: times[0] as Date,
        updatedAt: times.at(-1) as Date,
      };
    }),
  });
  return ordered.flatMap(({ pet, steps, times, price }, at) => {
    const createdAt = times[0]?.toISOString() ?? "";
    const customer = customers.get(pet.name)?.customer;
    const after = (place: number): Order => ({
      id: Number(rows[at]?.id),
      petId: pet.id,
      status: steps[place] ?? "placed",
      reference: null,
      customerId: customer?.id ?? null,
      price,
      payment: paymentAfter(steps, times, place),
      createdAt,
      updatedAt: times[place]?.toISOString() ?? createdAt,
    });
    const petAfter = (place: number): Pet => ({ ...pet, status: petStatusAfter[steps[place] ?? "placed"] });
    return steps.flatMap((step, place): DatedEntry[] => {
      const dated = { at: times[place] as Date };
      if (place === 0)
        return [
          ...(customer?.createdAt === createdAt ? [{ ...creationOf("customer", customer), ...dated }] : []),
          { ...creationOf("order", after(0)), ...dated },
          { ...petUpdate({ ...pet, status: "available" }, petAfter(0)), ...dated },
        ];
      const updates = [updateOf("order", after(place - 1), after(place))];
      if (step === "delivered") updates.push(petUpdate(petAfter(place - 1), petAfter(place)));
      return updates.map((entry) => ({ ...entry, ...dated }));
    });
  });
};

const storeNotes = async (
  tx: Transaction,
  actor: Actor,
  loaded: readonly Loaded[],
  at: Date,
): Promise<DatedEntry[]> => {
  const data = loaded.flatMap(({ pet }) => {
    const note = sampleNotes[pet.name];
    return note === undefined ? [] : [{ ...note, petId: pet.id, author: actor, createdAt: at, updatedAt: at }];
  });
  const rows = await tx.note.createManyAndReturn({ data });
  return rows.map((row) => ({ ...creationOf("note", toNote(row)), at }));
};

/**
 * Fills a new store with animals, their profiles, and orders with a history of four weeks.
 * @param attributes - The vocabulary; empty if the store already has attributes.
 * @returns the number of pets
 */
export const loadSample = async (tx: Transaction, actor: Actor, attributes: readonly Attribute[]): Promise<number> => {
  const query = queryOf(tx);
  const now = Date.now();
  const loaded = await storePets(query);
  await storeValues(query, attributes, loaded, now);
  for (const { pet, sample } of loaded) {
    const alt = `A drawing of ${pet.name}`;
    await storeSamplePhoto(tx, { petId: pet.id, name: sample.name, alt, at: new Date(now) });
  }
  const imported = loaded.length;
  const categories = Object.keys(samplePets).length;
  const after = {
    source: "sample",
    imported,
    updated: 0,
    leftCount: 0,
    categories: { all: categories, new: categories },
    // Nothing else is in the store, so these are all ids between. The admin finds the animals of the sample by them.
    firstPetId: Math.min(...loaded.map(({ pet }) => pet.id)),
    lastPetId: Math.max(...loaded.map(({ pet }) => pet.id)),
  };
  const subject = { kind: "catalogue", id: null } as const;
  const arrival = { action: "catalogue.import", subject, before: null, after } as const;
  const at = new Date(now - FIRST_DAY * DAY);
  const story: DatedEntry[] = [
    ...attributes.map((attribute) => ({ ...creationOf("attribute", attribute), at })),
    { ...arrival, at },
    ...(await storeNotes(tx, actor, loaded, at)),
    ...(await storeOrders(tx, loaded, now)),
  ];
  const inOrder = story.toSorted((one, other) => Number(one.at) - Number(other.at));
  await query(insertEventsSql, [JSON.stringify(actor), JSON.stringify(inOrder)]);
  return imported;
};

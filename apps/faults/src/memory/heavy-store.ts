import type { Client } from "./client.js";

/** The maximum number of attributes that a store may have. */
const ATTRIBUTES = 60;
const MANY = 1_000;
const HEAVY = 60;
const NOTES = 1_000;
const BODY_BYTES = 4_500_000;
const CLIENTS = 8;

export type Fields = { readonly name: string; readonly categoryId: number; readonly status: "available" };

export type HeavyStore = {
  /** The ids of 1,000 pets with profiles of 48 kB. */
  readonly many: readonly number[];
  /** The ids of pets with a text of 5,000 characters in each of 60 attributes. */
  readonly heavy: readonly number[];
  /** The id of a pet with 1,000 notes of 20 kB. */
  readonly noted: number;
};

export const fieldsOf = (categoryId: number): Fields => ({ name: "Heavy", categoryId, status: "available" });
export const categories = { many: 11, heavy: 12, noted: 13, empty: 14 } as const;

const names = Array.from({ length: ATTRIBUTES }, (_, at) => `story_${at}`);
/** One character beyond Latin 1 makes V8 use two bytes for each character of a text. */
const heavyText = `${"x".repeat(4_998)}🐕`;

const valuesOf = (count: number, text: string) => Object.fromEntries(names.slice(0, count).map((name) => [name, text]));

const addPets = async ({ send }: Client, count: number, categoryId: number): Promise<number[]> => {
  const ids: number[] = [];
  while (ids.length < count) {
    const pets = Array.from({ length: Math.min(100, count - ids.length) }, () => fieldsOf(categoryId));
    const { body } = await send("POST", "/v1/pets/batch", pets);
    ids.push(...(body as { readonly id: number }[]).map(({ id }) => id));
  }
  return ids;
};

const describePets = async ({ send }: Client, ids: readonly number[], attributes: object, prefix: string) => {
  const size = Math.floor(BODY_BYTES / JSON.stringify(attributes).length);
  for (let at = 0; at < ids.length; at += size) {
    const part = ids.slice(at, at + size);
    const updates = part.map((petId) => ({ petId, profile: { externalId: `${prefix}-${petId}`, attributes } }));
    const { status, body } = await send("POST", "/v1/profiles/batch", updates);
    if (status !== 200)
      throw new Error(
        `The response to the requests that fill the store was ${status}: ${JSON.stringify(body).slice(0, 300)}`,
      );
  }
};

const addNotes = async ({ send }: Client, petId: number) => {
  let left = NOTES;
  const write = async () => {
    while (left > 0) {
      left -= 1;
      const { status } = await send("POST", `/v1/pets/${petId}/notes`, { text: "🐕".repeat(5_000) });
      if (status !== 201) throw new Error(`The response to a new note was ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, write));
};

/**
 * Fills a store up to its limits.
 * @param admin - The client that defines the attributes.
 * @param clerk - The client that does everything else.
 */
export const fillStore = async (admin: Client, clerk: Client): Promise<HeavyStore> => {
  const known = (await admin.send("GET", "/v1/attributes?limit=100")).body as { readonly id: number }[];
  for (const { id } of known) await admin.send("DELETE", `/v1/attributes/${id}?force=true`);
  for (const name of names) await admin.send("POST", "/v1/attributes", { name, label: name, type: "longText" });
  const many = await addPets(clerk, MANY, categories.many);
  await describePets(clerk, many, valuesOf(10, "x".repeat(4_800)), "M");
  const heavy = await addPets(clerk, HEAVY, categories.heavy);
  await describePets(clerk, heavy, valuesOf(ATTRIBUTES, heavyText), "H");
  const [noted = 0] = await addPets(clerk, 1, categories.noted);
  await addNotes(clerk, noted);
  return { many, heavy, noted };
};

import type { Event, EventOf } from "@petstore/contract/routes";
import type { Read } from "./reader.js";

/** An object of the catalogue, as the interface returns it. */
type One = Readonly<Record<string, unknown>> & { readonly id: number };
type Kind = "pet" | "category" | "order";
type Catalogue = Readonly<Record<Kind, Map<number, One>>>;

const kinds: Readonly<Record<Kind, string>> = { pet: "pets", category: "categories", order: "orders" };

const nextOf = (link = "") => /<([^>]+)>; rel="next"/.exec(link)?.[1];

const pagesOf = async function* (read: Read, path: string): AsyncGenerator<One[]> {
  for (let next: string | undefined = path; next !== undefined; ) {
    const { body, link } = await read(next);
    yield body as One[];
    next = nextOf(link);
  }
};

const readAll = async (read: Read, path: string): Promise<Map<number, One>> => {
  const found = new Map<number, One>();
  for await (const page of pagesOf(read, path)) for (const one of page) found.set(one.id, one);
  return found;
};

/** @returns The whole catalogue, as `GET` requests return it. */
export const readCatalogue = async (read: Read): Promise<Catalogue> => ({
  category: await readAll(read, "/v1/categories?limit=100"),
  pet: await readAll(read, "/v1/pets?limit=100"),
  order: await readAll(read, "/v1/orders?limit=100"),
});

/**
 * Leaves out what no event has: the note of an order, and the number of pets in a category, because a change of its pets
 * causes no event about the category.
 */
const shown = ({ petCount: _, note: __, ...one }: One) => JSON.stringify(one, Object.keys(one).toSorted());

const isKind = (kind: string): kind is Kind => kind in kinds;

const RANGE = 100;

/** Creates a copy of the catalogue that is kept current only by events. */
export const createMirror = (read: Read, catalogue: Catalogue) => {
  const readAgain = async ({
    categoryId,
    firstPetId,
    lastPetId,
  }: NonNullable<EventOf<"catalogue.imported">["range"]>) => {
    const paths =
      categoryId !== undefined
        ? [`/v1/pets?categoryId=${categoryId}&limit=100`]
        : Array.from({ length: Math.ceil(((lastPetId ?? 0) - (firstPetId ?? 1) + 1) / RANGE) }, (_, at) => {
            const first = (firstPetId ?? 1) + at * RANGE;
            const ids = Array.from({ length: Math.min(RANGE, (lastPetId ?? 0) - first + 1) }, (__, one) => first + one);
            return `/v1/pets?limit=100&${ids.map((id) => `id=${id}`).join("&")}`;
          });
    for (const path of paths)
      for await (const page of pagesOf(read, path)) for (const pet of page) catalogue.pet.set(pet.id, pet);
  };
  return {
    apply: async (event: Event): Promise<void> => {
      const { type, subject, after } = event;
      if ("range" in event && event.range) await readAgain(event.range);
      // An import may add categories as well.
      if (type === "catalogue.imported")
        for (const [id, one] of await readAll(read, "/v1/categories?limit=100")) catalogue.category.set(id, one);
      if (!isKind(subject.kind) || subject.id === null) return;
      if (after === null || type === "category.merged") catalogue[subject.kind].delete(subject.id);
      else catalogue[subject.kind].set(subject.id, after as One);
    },
    /** Returns the differences from the real catalogue, as sentences. */
    differences: (real: Catalogue): string[] =>
      (Object.keys(kinds) as Kind[]).flatMap((kind) => {
        const [copy, own] = [catalogue[kind], real[kind]];
        return [...new Set([...copy.keys(), ...own.keys()])].flatMap((id) => {
          const [one, other] = [copy.get(id), own.get(id)].map((found) => found && shown(found));
          return one === other ? [] : [`${kind} ${id} is ${one ?? "absent"} by events, and ${other ?? "absent"}`];
        });
      }),
  };
};

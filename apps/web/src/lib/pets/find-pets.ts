import type { Pet, PetStatus } from "@petstore/contract/client";
import { MAX_PAGE_SIZE } from "@petstore/contract/schemas";
import { ask } from "../service/api";
import { rankMatches } from "../text/rank-matches";

const isIdText = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

type FindOptions = { readonly status?: PetStatus; readonly max: number; readonly signal: AbortSignal };

/** Finds animals by number or name, the best match first. Without a text, it returns any animals. */
export const findPets = async (text: string, { status, max, signal }: FindOptions): Promise<readonly Pet[]> => {
  const find = async (wanted: { readonly q?: string; readonly id?: number[]; readonly limit?: number }) => {
    const query = { ...wanted, ...(status !== undefined && { status }) };
    return (await ask((api, options) => api.pets.listPets({ query, ...options }), { signal })).body;
  };
  // The requests are awaited together, because an error of one that is not awaited yet would not be caught.
  const [byId, byName] = await Promise.all([
    isIdText(text) ? find({ id: [Number(text)] }) : [],
    // The API lists animals by id, so many are read and the best matches come first.
    find(text === "" ? { limit: max } : { q: text, limit: MAX_PAGE_SIZE }),
  ]);
  const pets = [...byId, ...rankMatches(byName, text, ({ name }) => name)];
  return [...new Map(pets.map((pet) => [pet.id, pet])).values()].slice(0, max);
};

import { Id } from "@petstore/contract/schemas";

/** The search parameters of the page of cage cards. */
export type CardSearch = { readonly id: readonly number[] };

/** Keeps each animal once, and leaves out anything that is not a number, because an address may be mistyped. */
export const parseCardSearch = ({ id = [] }: Readonly<Record<string, unknown>>): CardSearch => {
  const numbers = [id].flat().flatMap((one) => Id.safeParse(Number(one)).data ?? []);
  return { id: [...new Set(numbers)] };
};

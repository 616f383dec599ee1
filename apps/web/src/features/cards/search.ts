import { Id } from "@petstore/contract/schemas";

/** The address of the cage cards. */
export type CardSearch = { readonly id: readonly number[] };

/** Each animal once; what is no number is left out: an address may be mistyped. */
export const parseCardSearch = ({ id = [] }: Readonly<Record<string, unknown>>): CardSearch => {
  const numbers = [id].flat().flatMap((one) => Id.safeParse(Number(one)).data ?? []);
  return { id: [...new Set(numbers)] };
};

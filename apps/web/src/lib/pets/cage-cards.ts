import { Id } from "@petstore/contract/schemas";

/** The maximum number of cage cards that are printed at once, because all their photos are loaded at once. */
export const MAX_CARDS = 200;

/** Returns the address in the QR code of a cage card, which is that of the animal's file in the admin. */
export const cardAddress = (id: number): string => `${location.origin}/animals?open=${id}`;

/**
 * Returns the animal whose cage card has a code with this text. Only cards of this store count, because an animal of
 * another store has the same number.
 */
export const petOfCard = (text: string): number | undefined => {
  if (!URL.canParse(text.trim())) return undefined;
  const url = new URL(text.trim());
  if (url.origin !== location.origin || url.pathname !== "/animals") return undefined;
  return Id.safeParse(Number(url.searchParams.get("open"))).data;
};

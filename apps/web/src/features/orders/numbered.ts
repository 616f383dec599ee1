import type { Order } from "@petstore/contract/client";
import { isIdText } from "../../lib/find-pets";
import type { OrderSearch } from "./search";

/** The number that is searched for, on the first page alone. */
export const numberOf = ({ reference, cursor }: OrderSearch): number | undefined =>
  reference !== undefined && cursor === undefined && isIdText(reference) ? Number(reference) : undefined;

/** Puts the order of the number first, if the other filters leave it in. @param one - undefined or null without one */
export const withNumbered = (
  orders: readonly Order[],
  one: Order | null | undefined,
  { status, petId }: OrderSearch,
): readonly Order[] => {
  const isMatch = (status === undefined || one?.status === status) && (petId === undefined || one?.petId === petId);
  return one && isMatch ? [one, ...orders.filter(({ id }) => id !== one.id)] : orders;
};

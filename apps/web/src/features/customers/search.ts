import { CustomerQuery, Id } from "@petstore/contract/schemas";
import { z } from "zod";
import { searchedCustomers } from "../../lib/customers/customers";

const schemas = {
  // While a person types, the text may still be too short for a search.
  q: z.string().trim().min(1).max(200),
  cursor: CustomerQuery.shape.cursor.unwrap(),
  open: z.coerce.number().pipe(Id),
  new: z.literal("true").transform(() => true as const),
};

/** The search parameters of the page of customers. */
export type CustomerSearch = {
  readonly q?: string | undefined;
  readonly cursor?: string | undefined;
  /** The id of the customer whose drawer is open. */
  readonly open?: number | undefined;
  /** True while the dialog for a new customer is open. */
  readonly new?: true | undefined;
};

/** Drops what the contract's schema refuses, because an address may be mistyped. */
export const parseCustomerSearch = (given: Readonly<Record<string, unknown>>): CustomerSearch => {
  const pairs = Object.entries(schemas).flatMap(([name, schema]) => {
    // `navigate` passes values that are parsed already.
    const { success, data } = schema.safeParse(name === "new" ? String(given[name]) : given[name]);
    return success ? [[name, data]] : [];
  });
  return Object.fromEntries(pairs) as CustomerSearch;
};

/** Tells whether the text in the address is too short for a search. */
export const isTooShort = ({ q }: CustomerSearch): boolean => q !== undefined && searchedCustomers(q) === undefined;

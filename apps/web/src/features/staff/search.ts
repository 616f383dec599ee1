import { Id, UserQuery } from "@petstore/contract/schemas";
import { z } from "zod";
import { PAGE_SIZE } from "../../lib/service/page-links";

const schemas = {
  searchValue: UserQuery.shape.searchValue.unwrap(),
  offset: UserQuery.shape.offset,
  open: z.coerce.number().pipe(Id),
};

/** The address of the staff page. */
export type StaffSearch = {
  readonly searchValue?: string | undefined;
  /** The number of accounts on the pages before. */
  readonly offset?: number | undefined;
  /** The account whose drawer is open. */
  readonly open?: number | undefined;
};

/** The schemas parse the texts of an address, but `navigate` passes values that are parsed already. */
const toText = (value: unknown) => (typeof value === "number" ? String(value) : value);

/** Leaves out what the contract refuses, because an address may be mistyped. */
export const parseStaffSearch = (given: Readonly<Record<string, unknown>>): StaffSearch => {
  const pairs = Object.entries(schemas).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(toText(given[name]));
    return success && data !== 0 ? [[name, data]] : [];
  });
  return Object.fromEntries(pairs) as StaffSearch;
};

/** Returns where the pages before and after this one start. */
export const placesOf = (offset: number, total: number) => ({
  prev: offset > 0 ? Math.max(0, offset - PAGE_SIZE) : undefined,
  next: offset + PAGE_SIZE < total ? offset + PAGE_SIZE : undefined,
});

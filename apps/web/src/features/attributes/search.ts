import { Id } from "@petstore/contract/schemas";
import { z } from "zod";

/** The search parameters of the fields page. */
export type AttributeSearch = {
  /** The field whose drawer is open. */
  readonly open?: number | undefined;
  /** True while a new field is being defined. */
  readonly new?: true | undefined;
};

const OpenId = z.coerce.number().pipe(Id);

/** Leaves out what the contract refuses, because an address may be mistyped. */
export const parseAttributeSearch = (given: Readonly<Record<string, unknown>>): AttributeSearch => {
  const open = OpenId.safeParse(given["open"]);
  return { ...(open.success && { open: open.data }), ...(String(given["new"]) === "true" && { new: true }) };
};

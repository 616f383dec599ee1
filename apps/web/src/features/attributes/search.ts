import { Id } from "@petstore/contract/schemas";
import { z } from "zod";

/** The address of the page of fields. */
export type AttributeSearch = {
  /** The field that is open. */
  readonly open?: number | undefined;
  /** A new field is being defined. */
  readonly new?: true | undefined;
};

const OpenId = z.coerce.number().pipe(Id);

/** What the contract refuses is left out: an address may be mistyped. */
export const parseAttributeSearch = (given: Readonly<Record<string, unknown>>): AttributeSearch => {
  const open = OpenId.safeParse(given["open"]);
  return { ...(open.success && { open: open.data }), ...(String(given["new"]) === "true" && { new: true }) };
};

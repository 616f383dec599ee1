import { Id } from "@petstore/contract/schemas";
import { z } from "zod";

/** The search parameters of the fields page. */
export type AttributeSearch = {
  /** The field whose drawer is open. */
  readonly open?: number | undefined;
  /** True while a new field is being defined. */
  readonly new?: true | undefined;
  /** The tab that is shown. Without it, these are the fields. */
  readonly tab?: "statuses" | undefined;
};

const OpenId = z.coerce.number().pipe(Id);

/** Leaves out what the contract refuses, because an address may be mistyped. */
export const parseAttributeSearch = (given: Readonly<Record<string, unknown>>): AttributeSearch => {
  const open = OpenId.safeParse(given["open"]);
  return {
    ...(open.success && { open: open.data }),
    ...(String(given["new"]) === "true" && { new: true }),
    ...(given["tab"] === "statuses" && { tab: "statuses" }),
  };
};

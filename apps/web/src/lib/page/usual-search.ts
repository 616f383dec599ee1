import { ApiKeyQuery, Id } from "@petstore/contract/schemas";
import { z } from "zod";

const schemas = {
  cursor: ApiKeyQuery.shape.cursor.unwrap(),
  open: z.coerce.number().pipe(Id),
  new: z.literal("true").transform(() => true as const),
};

/** The address of the usual page of a resource. */
export type UsualSearch = {
  readonly cursor?: string | undefined;
  /** The id of the row whose form is open. */
  readonly open?: number | undefined;
  /** True while the form for a new row is open. */
  readonly new?: true | undefined;
};

/** Leaves out what is invalid, because an address may be mistyped. */
export const parseUsualSearch = (given: Readonly<Record<string, unknown>>): UsualSearch => {
  const pairs = Object.entries(schemas).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(name === "new" ? String(given[name]) : given[name]);
    return success ? [[name, data]] : [];
  });
  return Object.fromEntries(pairs) as UsualSearch;
};

import { ApiKeyQuery, ApiKeyStatus, Id } from "@petstore/contract/schemas";
import { z } from "zod";

const schemas = {
  status: ApiKeyStatus.or(z.literal("all")),
  cursor: ApiKeyQuery.shape.cursor.unwrap(),
  open: z.coerce.number().pipe(Id),
};

/** The search parameters of the keys page. Without `status`, the page shows the active keys. */
export type KeySearch = {
  readonly status?: z.output<typeof schemas.status> | undefined;
  readonly cursor?: string | undefined;
  /** The key whose details are open. */
  readonly open?: number | undefined;
};

/** Leaves out what the contract refuses, because an address may be mistyped. */
export const parseKeySearch = (given: Readonly<Record<string, unknown>>): KeySearch => {
  const pairs = Object.entries(schemas).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(given[name]);
    return success ? [[name, data]] : [];
  });
  return Object.fromEntries(pairs) as KeySearch;
};

import * as z from "zod";
import { Cursor, IdSort, Limit } from "../http/paging.js";
import { oneOf } from "../http/rules.js";

/** State of an API key: only an `active` key is accepted. */
export const ApiKeyState = oneOf(["active", "expired", "revoked"]).meta({
  id: "ApiKeyState",
  description:
    "State of the key: `active`, `expired` (past its `expiresAt`) or `revoked`. A revoked key stays `revoked` after its `expiresAt`.",
});
/** See the schema of the same name. */
export type ApiKeyState = z.infer<typeof ApiKeyState>;

/** The filter, the order and the page of `listApiKeys`. */
export const ApiKeyQuery = z.strictObject({
  limit: Limit,
  state: ApiKeyState.optional().meta({ description: "Filters by state.", examples: ["active"] }),
  sort: IdSort,
  cursor: Cursor.optional(),
});

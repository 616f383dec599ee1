import * as z from "zod";
import { Cursor, IdSort, Limit } from "../http/paging.js";
import { oneOf } from "../http/rules.js";

/** Status of an API key: only an `active` key is accepted. */
export const ApiKeyStatus = oneOf(["active", "expired", "revoked"]).meta({
  id: "ApiKeyStatus",
  description:
    "Status of the key: `active`, `expired` (past its `expiresAt`) or `revoked`. A revoked key stays `revoked` after its `expiresAt`.",
});
/** See the schema of the same name. */
export type ApiKeyStatus = z.infer<typeof ApiKeyStatus>;

/** The filter, the order and the page of `listApiKeys`. */
export const ApiKeyQuery = z.strictObject({
  limit: Limit,
  status: ApiKeyStatus.optional().meta({ description: "Filters by status.", examples: ["active"] }),
  sort: IdSort,
  cursor: Cursor.optional(),
});

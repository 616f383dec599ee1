import { BASE_PATH, type CreatedApiKey } from "@petstore/contract";
import type { Config } from "../config.js";
import type { Change } from "../operation/operation.js";
import { findApiKey } from "./find-api-key.js";
import { insertApiKey, type NewApiKeyRecord } from "./insert-api-key.js";

/** Makes a key and writes that down. What it answers is the one thing that shows the key; no record does. */
export const makeApiKey = async (
  { tx, record }: Pick<Change, "tx" | "record">,
  environment: Config["environment"],
  newApiKey: NewApiKeyRecord,
): Promise<CreatedApiKey> => {
  const inserted = await insertApiKey(tx, environment, newApiKey);
  const made = await findApiKey(tx, inserted.record.id);
  if (made === undefined) throw new TypeError("A key that was just made is not there.");
  record({ action: "api_key.create", subject: { kind: "api_key", id: made.id }, before: null, after: made });
  return { ...made, key: inserted.key };
};

/** The answer that shows a key: nobody on its way is to keep it. */
export const answerMade = (made: CreatedApiKey) => ({
  status: 201 as const,
  body: made,
  headers: { Location: `${BASE_PATH}/api-keys/${made.id}`, "Cache-Control": "no-store" },
});

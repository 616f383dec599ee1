import { BASE_PATH, type CreatedApiKey } from "@petstore/contract/routes";
import type { Config } from "../../config/config.js";
import type { MutationContext } from "../../operation/operation.js";
import { apiKeyTag } from "./api-key-tag.js";
import { insertApiKey, type NewApiKeyRecord } from "./insert-api-key.js";

/** Creates a key and its audit event. Only the returned value contains the secret. */
export const makeApiKey = async (
  { tx, record }: Pick<MutationContext, "tx" | "record">,
  environment: Config["environment"],
  newApiKey: NewApiKeyRecord,
): Promise<CreatedApiKey> => {
  const { key, record: made } = await insertApiKey(tx, environment, newApiKey);
  record({ action: "api_key.create", subject: { kind: "api_key", id: made.id }, before: null, after: made });
  return { ...made, key };
};

/**
 * Adds `no-store`, so that no cache keeps a response that contains a secret. The tag equals the tag in the response to
 * a GET of the key.
 */
export const createdResponse = (made: CreatedApiKey) => {
  const { key: _, ...apiKey } = made;
  return {
    status: 201 as const,
    body: made,
    headers: {
      Location: `${BASE_PATH}/api-keys/${made.id}`,
      ETag: apiKeyTag(apiKey),
      "Cache-Control": "no-store",
    },
  };
};

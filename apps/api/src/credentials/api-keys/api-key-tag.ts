import type { ApiKey } from "@petstore/contract/routes";
import { tagOfParts } from "../../operation/etag.js";

/** The uses of a key are no part of what a caller changes in it. */
export const apiKeyTag = (apiKey: ApiKey): string => {
  const { lastUsedAt: _, deprecatedCalls: __, ...changeable } = apiKey;
  return tagOfParts(changeable, apiKey);
};

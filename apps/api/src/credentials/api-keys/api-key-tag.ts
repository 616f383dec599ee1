import type { ApiKey } from "@petstore/contract/routes";
import { tagOfParts } from "../../operation/etag.js";

/** The uses of a key are left out, because callers do not change them. */
export const apiKeyTag = (apiKey: ApiKey): string => {
  const { lastUsedAt: _, deprecatedCalls: __, ...changeable } = apiKey;
  return tagOfParts(changeable, apiKey);
};

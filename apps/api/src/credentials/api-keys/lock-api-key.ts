import type { ApiKey } from "@petstore/contract/routes";
import { lockRow } from "../../database/lock-row.js";
import type { Transaction } from "../../operation/operation.js";
import { findApiKey } from "./api-key-row.js";

/** The lock lets others record the key's usage. */
export const lockApiKey = async (tx: Transaction, keyId: number): Promise<ApiKey | undefined> => {
  await lockRow(tx, "apiKey", keyId, "update");
  return findApiKey(tx, keyId);
};

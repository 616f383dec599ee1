import type { ApiKey } from "@petstore/contract/routes";
import { lockRow } from "../../database/lock-row.js";
import type { Transaction } from "../../operation/operation.js";
import { findApiKey } from "./api-key-row.js";

/** Locks a key. Requests can still record their use of it. */
export const lockApiKey = async (tx: Transaction, keyId: number): Promise<ApiKey | undefined> => {
  await lockRow(tx, "apiKey", keyId, "update");
  return findApiKey(tx, keyId);
};

import type { PetStatus, Store } from "@petstore/contract/routes";
import { lockRow } from "../../database/lock-row.js";
import { judgePast, noHeaders, type PastChange, type PutBack } from "../../operation/put-back.js";
import { STORE_ID, toStore } from "./store-row.js";
import { updateStore } from "./update-store.js";

/** A store has only one row, so its changes are undone one at a time. */
export const putBackStore: PutBack = async ({ tx, record }, past) => {
  const [{ before, after }] = past as readonly [PastChange<Store>];
  await lockRow(tx, "store", STORE_ID, "update");
  const { statusNames } = toStore(await tx.store.findFirst());
  const names = { before: before?.statusNames ?? null, after: after?.statusNames ?? null };
  const statuses = Object.keys(statusNames) as PetStatus[];
  const verdict = judgePast(names, statusNames, statuses);
  if (typeof verdict === "string") return [verdict];
  if (!("to" in verdict))
    throw new TypeError("An event says that the store was created or deleted, which never happens.");
  await updateStore()({ headers: noHeaders, query: {}, body: { statusNames: verdict.to } }, { tx, record });
  return ["done"];
};

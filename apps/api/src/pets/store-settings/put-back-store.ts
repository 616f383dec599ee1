import type { Store } from "@petstore/contract/routes";
import { lockRow } from "../../database/lock-row.js";
import { judgePast, noHeaders, type PastChange, type PutBack } from "../../operation/put-back.js";
import { STORE_ID, toStore } from "./store-row.js";
import { updateStore } from "./update-store.js";

/** The settings that people change, each on its own: somebody else may have changed another one since. */
const settingsOf = ({ statusNames, updatedAt: _, ...details }: Store) => ({ ...details, ...statusNames });

const pastSettingsOf = (state: Store | null) => (state === null ? null : settingsOf(state));

type Settings = ReturnType<typeof settingsOf>;

const toChange = ({ available, pending, sold, ...details }: Partial<Settings>) => ({
  ...details,
  statusNames: { available, pending, sold },
});

/** A store has only one row, so its changes are undone one at a time. */
export const putBackStore: PutBack = async ({ tx, record }, past) => {
  const [{ before, after }] = past as readonly [PastChange<Store>];
  await lockRow(tx, "store", STORE_ID, "update");
  const now = settingsOf(toStore(await tx.store.findFirst()));
  const states = { before: pastSettingsOf(before), after: pastSettingsOf(after) };
  const verdict = judgePast(states, now, Object.keys(now) as (keyof Settings)[]);
  if (typeof verdict === "string") return [verdict];
  if (!("to" in verdict))
    throw new TypeError("An event says that the store was created or deleted, which never happens.");
  await updateStore()({ headers: noHeaders, query: {}, body: toChange(verdict.to) }, { tx, record });
  return ["done"];
};

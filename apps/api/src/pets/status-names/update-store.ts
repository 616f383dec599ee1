import { isDeepStrictEqual } from "node:util";
import { type contract, type StatusNames, statusNameProblems } from "@petstore/contract/routes";
import { invalidRequest, problemAt } from "../../errors.js";
import { lockRow } from "../../database/lock-row.js";
import { requireMatch } from "../../operation/if-match.js";
import type { Input, Transaction, UnattendedOperation } from "../../operation/operation.js";
import { updated } from "../../operation/resource-answers.js";
import { STORE_ID, toStore } from "./store-row.js";

type Change = NonNullable<Input<typeof contract.store.updateStore>["body"]["statusNames"]>;

/** @throws AppError 400 if a name in the body does not fit the other names. */
const applyChange = (before: StatusNames, change: Change): StatusNames => {
  const given = Object.entries(change).filter(([, name]) => name !== undefined);
  const after: StatusNames = { ...before, ...Object.fromEntries(given) };
  const problems = statusNameProblems(after).filter(({ status }) => change[status] !== undefined);
  if (problems.length > 0)
    throw invalidRequest(...problems.map(({ status, rule }) => problemAt(`body.statusNames.${status}`, rule)));
  return after;
};

/** Locks the row of the store, which its first change creates. @returns the time of the lock by the database's clock */
const lockStore = async (tx: Transaction): Promise<Date> => {
  const lockedAt = await lockRow(tx, "store", STORE_ID, "update");
  if (lockedAt !== undefined) return lockedAt;
  await tx.store.createMany({ data: { id: STORE_ID }, skipDuplicates: true });
  return lockStore(tx);
};

export const updateStore =
  (): UnattendedOperation<typeof contract.store.updateStore> =>
  async ({ headers, body: { statusNames = {} } }, { tx, record }) => {
    const lockedAt = await lockStore(tx);
    const before = toStore(await tx.store.findUnique({ where: { id: STORE_ID } }));
    requireMatch(headers["if-match"], "store", before);
    const names = applyChange(before.statusNames, statusNames);
    if (isDeepStrictEqual(names, before.statusNames)) return updated(before);
    const after = toStore(
      await tx.store.update({
        where: { id: STORE_ID },
        data: {
          availableName: names.available,
          pendingName: names.pending,
          soldName: names.sold,
          updatedAt: lockedAt,
        },
      }),
    );
    record({ action: "store.update", subject: { kind: "store", id: STORE_ID }, before, after });
    return updated(after);
  };

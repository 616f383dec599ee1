import { isDeepStrictEqual } from "node:util";
import { type contract, type StatusNames, statusNameProblems, type Store } from "@petstore/contract/routes";
import { invalidRequest, problemAt } from "../../errors.js";
import { lockRow } from "../../database/lock-row.js";
import { requireMatch } from "../../operation/if-match.js";
import type { Input, Transaction, UnattendedOperation } from "../../operation/operation.js";
import { updated } from "../../operation/resource-answers.js";
import { checkLogo } from "./check-logo.js";
import { STORE_ID, toStore } from "./store-row.js";

type Change = Input<typeof contract.store.updateStore>["body"];

/** Returns the fields that a merge patch gives; a field without a value is absent. */
const given = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

/** @throws AppError 400 if a name in the body does not fit the other names. */
const applyNames = (before: StatusNames, change: NonNullable<Change["statusNames"]>): StatusNames => {
  const after = { ...before, ...given(change) } as StatusNames;
  const problems = statusNameProblems(after).filter(({ status }) => change[status] !== undefined);
  if (problems.length > 0)
    throw invalidRequest(...problems.map(({ status, rule }) => problemAt(`body.statusNames.${status}`, rule)));
  return after;
};

const applyChange = (before: Store, { statusNames = {}, ...details }: Change) =>
  ({ ...before, ...given(details), statusNames: applyNames(before.statusNames, statusNames) }) as Store;

/** Locks the row of the store, which its first change creates. @returns the time of the lock by the database's clock */
const lockStore = async (tx: Transaction): Promise<Date> => {
  const lockedAt = await lockRow(tx, "store", STORE_ID, "update");
  if (lockedAt !== undefined) return lockedAt;
  await tx.store.createMany({ data: { id: STORE_ID }, skipDuplicates: true });
  return lockStore(tx);
};

export const updateStore =
  (): UnattendedOperation<typeof contract.store.updateStore> =>
  async ({ headers, body }, { tx, record }) => {
    if (typeof body.logo === "string") await checkLogo(body.logo);
    const lockedAt = await lockStore(tx);
    const before = toStore(await tx.store.findUnique({ where: { id: STORE_ID } }));
    requireMatch(headers["if-match"], "store", before);
    const { statusNames, ...details } = applyChange(before, body);
    if (isDeepStrictEqual({ statusNames, ...details }, before)) return updated(before);
    const after = toStore(
      await tx.store.update({
        where: { id: STORE_ID },
        data: {
          ...details,
          availableName: statusNames.available,
          pendingName: statusNames.pending,
          soldName: statusNames.sold,
          updatedAt: lockedAt,
        },
      }),
    );
    record({ action: "store.update", subject: { kind: "store", id: STORE_ID }, before, after });
    return updated(after);
  };

import type { Actor } from "@petstore/contract/routes";
import { lockAdvisory } from "../../database/advisory-lock.js";
import { queryOf } from "../../database/query.js";
import { lastOwner } from "../../errors.js";
import { audited, type RecordChange } from "../../operation/audit-trail.js";
import type { Transaction } from "../../operation/operation.js";

/** Serialises changes of accounts. Otherwise two owners could disable each other at the same time. */
const ACCOUNTS_LOCK = 0x70657475;

export type AccountChange = { readonly tx: Transaction; readonly record: RecordChange };

/** Runs work that changes accounts, and writes its audit events. @throws AppError 409 if no enabled owner remains. */
export const changeAccounts = async <Result>(
  tx: Transaction,
  actor: Actor,
  work: (record: RecordChange) => Promise<Result>,
): Promise<Result> => {
  const query = queryOf(tx);
  await lockAdvisory(query, ACCOUNTS_LOCK);
  const { result } = await audited(query, actor, work);
  if ((await tx.account.count({ where: { role: "owner", banned: false } })) === 0) throw lastOwner();
  return result;
};

import type { Actor } from "@petstore/contract";
import { audited, type RecordChange } from "../operation/audit-trail.js";
import { queryOf } from "../database/query.js";
import type { Transaction } from "../operation/operation.js";
import { lastOwner } from "./account-refusal.js";

/** Taken by every change of accounts: two owners who disable each other at the same instant come one after the other. */
const ACCOUNTS_LOCK = 0x70657475;

/**
 * Runs work that changes accounts, one at a time in the whole store, and writes down what it records.
 * @throws AccountRefusal where no owner would be left who is not disabled.
 */
export const changeAccounts = async <Result>(
  tx: Transaction,
  actor: Actor,
  work: (record: RecordChange) => Promise<Result>,
): Promise<Result> => {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${ACCOUNTS_LOCK})`;
  const { result } = await audited(queryOf(tx), actor, work);
  if ((await tx.account.count({ where: { role: "owner", banned: false } })) === 0) throw lastOwner();
  return result;
};

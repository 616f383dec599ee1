import { userInfo } from "node:os";
import type { Actor } from "@petstore/contract";
import { audited } from "../operation/audit-trail.js";
import { queryOf } from "../database/query.js";
import { transact } from "../database/transact.js";
import type { PrismaClient } from "../generated/client.js";
import type { Change } from "../operation/operation.js";

const nameOf = (): string => {
  try {
    return `command line (${userInfo().username})`;
  } catch {
    // A container may run as a user id that has no name.
    return "command line";
  }
};

/** Whoever works at the command line, as the audit trail names him. */
export const operator = (): Actor => ({ kind: "system", id: null, name: nameOf() });

/** Carries out a change in one transaction, with the records of it. It may be run again, as every change may. */
export const asOperator = <Result>(
  db: PrismaClient,
  work: (change: Pick<Change, "tx" | "record">) => Promise<Result>,
): Promise<Result> =>
  transact(db, async (tx) => (await audited(queryOf(tx), operator(), (record) => work({ tx, record }))).result);

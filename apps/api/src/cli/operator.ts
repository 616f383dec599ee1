import { userInfo } from "node:os";
import type { Actor } from "@petstore/contract/routes";
import { audited } from "../operation/audit-trail.js";
import { queryOf } from "../database/query.js";
import { transact } from "../database/transact.js";
import type { MutationContext } from "../operation/operation.js";
import type { Db } from "../database/prisma-client.js";

const nameOf = (): string => {
  try {
    return `command line (${userInfo().username})`;
  } catch {
    // In a container, the user id may have no name.
    return "command line";
  }
};

export const operator = (): Actor => ({ kind: "system", id: null, name: nameOf() });

export const asOperator = <Result>(
  db: Db,
  work: (change: Pick<MutationContext, "tx" | "record">) => Promise<Result>,
): Promise<Result> =>
  transact(db, async (tx) => (await audited(queryOf(tx), operator(), (record) => work({ tx, record }))).result);

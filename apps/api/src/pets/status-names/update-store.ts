import { isDeepStrictEqual } from "node:util";
import { type contract, type StatusNames, statusNameProblems } from "@petstore/contract/routes";
import { invalidRequest } from "../../errors.js";
import { requireMatch } from "../../operation/etag.js";
import type { UnattendedOperation, Input } from "../../operation/operation.js";
import { updated } from "../../operation/resource-answers.js";
import { storeColumns, type StoreRow, toStore } from "./store-row.js";

type Change = NonNullable<Input<typeof contract.store.updateStore>["body"]["statusNames"]>;

/** @throws AppError 400 if a name of the body does not suit the others. */
const applyChange = (before: StatusNames, change: Change): StatusNames => {
  const given = Object.entries(change).filter(([, name]) => name !== undefined);
  const after: StatusNames = { ...before, ...Object.fromEntries(given) };
  const problems = statusNameProblems(after).filter(({ status }) => change[status] !== undefined);
  if (problems.length > 0)
    throw invalidRequest(...problems.map(({ status, rule }) => `body.statusNames.${status} ${rule}`));
  return after;
};

export const updateStore =
  (): UnattendedOperation<typeof contract.store.updateStore> =>
  async ({ headers, body: { statusNames = {} } }, { tx, record }) => {
    await tx.$executeRaw`INSERT INTO store DEFAULT VALUES ON CONFLICT DO NOTHING`;
    const [row] = await tx.$queryRaw<StoreRow[]>`SELECT ${storeColumns} FROM store FOR NO KEY UPDATE`;
    const before = toStore(row);
    requireMatch(headers["if-match"], "store", before);
    const names = applyChange(before.statusNames, statusNames);
    if (isDeepStrictEqual(names, before.statusNames)) return updated(before);
    const [changed] = await tx.$queryRaw<StoreRow[]>`
      UPDATE store SET available_name = ${names.available}, pending_name = ${names.pending}, sold_name = ${names.sold},
        updated_at = clock_timestamp()
      RETURNING ${storeColumns}`;
    const after = toStore(changed);
    record({ action: "store.update", subject: { kind: "store", id: 1 }, before, after });
    return updated(after);
  };

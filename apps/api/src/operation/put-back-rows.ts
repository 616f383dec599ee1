import { type LockedModel, lockRows } from "../database/lock-row.js";
import { creationOf, deletionOf, type KindWith, updateOf } from "./audit-trail.js";
import type { Delegate } from "./delegate.js";
import type { Transaction } from "./operation.js";
import { judgePast, type Outcome, type PastChange, type PutBack, type PutBackContext } from "./put-back.js";
import type { Row } from "./shape-row.js";

type One = Row & { readonly id: number };

type Rows = {
  readonly kind: KindWith<"create"> & KindWith<"update"> & KindWith<"delete">;
  readonly model: LockedModel;
  readonly rowsIn: (tx: Transaction) => Delegate;
  readonly toOne: (row: object) => One;
  /** The fields that a request can set. */
  readonly written: readonly string[];
  readonly touched: string | undefined;
};

/**
 * Returns the function with which an undo restores the subjects of `resource()`. A restored subject has its former id.
 */
export const putBackRows = ({ kind, model, rowsIn, toOne, written, touched }: Rows): PutBack => {
  const putBackOne = async (
    { tx, record }: PutBackContext,
    past: PastChange<One>,
    lockedAt: Date | undefined,
  ): Promise<Outcome> => {
    const { id } = past;
    const rows = rowsIn(tx);
    const row = lockedAt === undefined ? null : await rows.findFirst({ where: { id } });
    const verdict = judgePast(past, row === null ? undefined : toOne(row), written);
    if (typeof verdict === "string") return verdict;
    if ("restore" in verdict) record(creationOf(kind, toOne(await rows.create({ data: verdict.restore }))));
    else if ("change" in verdict) {
      const data = { ...verdict.to, ...(touched !== undefined && { [touched]: lockedAt }) };
      record(updateOf(kind, verdict.change, toOne(await rows.update({ where: { id }, data }))));
    } else {
      await rows.delete({ where: { id }, select: { id: true } });
      record(deletionOf(kind, verdict.remove));
    }
    return "done";
  };

  return async (context, past) => {
    const locks = await lockRows(
      context.tx,
      model,
      past.map(({ id }) => id),
      "deletion",
    );
    const outcomes: Outcome[] = [];
    for (const one of past as readonly PastChange<One>[])
      outcomes.push(await putBackOne(context, one, locks.get(one.id)));
    return outcomes;
  };
};

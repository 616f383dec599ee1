import type { Action, LeftByUndo } from "@petstore/contract/client";
import { t } from "../../texts";
import { actions } from "../../texts/actions";
import { notify } from "../page/notices";
import { canDecide, decideLeft } from "./left-conflicts";

const reasonOf = ({ subject, reason }: LeftByUndo): string => {
  const unfit = actions.unfit[subject.kind as keyof typeof actions.unfit];
  if (reason === "unfit" && unfit !== undefined) return unfit;
  return actions.reasons[reason as keyof typeof actions.reasons] ?? reason;
};

const nameOf = ({ subject: { kind, id }, name }: LeftByUndo): string => {
  if (kind === "store") return t.history.store;
  return name ?? (kind === "category" ? t.common.category(id) : t.history.animal(id));
};

/** Returns what an undo did not restore, by name and reason. */
export const leftOf = ({ job }: Action): readonly string[] =>
  (job?.left ?? []).map((left) => actions.left(nameOf(left), reasonOf(left)));

const isOfAnimals = ({ subject: { kind } }: LeftByUndo) => kind === "pet" || kind === "profile";

/** Says how many changes an undo did not restore. */
export const tellCountLeft = ({ job }: Action): string =>
  (job?.left ?? []).every(isOfAnimals) ? actions.wasLeft(job?.leftCount ?? 0) : actions.wasLeftOf(job?.leftCount ?? 0);

/** Returns how many changes a stopped undo has not reached. It continues with them when it is started again. */
export const unreachedOf = ({ job }: Action): number =>
  job?.status === "stopped" ? Math.max(0, job.total - job.done - job.leftCount) : 0;

const MAX_NAMED = 5;

/** Names what was not restored, as far as there is room in a notice. History lists all of it. */
const tellLeft = (action: Action): void => {
  const count = action.job?.leftCount ?? 0;
  if (count === 0) return;
  const named = leftOf(action).slice(0, MAX_NAMED);
  const more = count - named.length;
  notify({
    title: tellCountLeft(action),
    detail: [...named, ...(more > 0 ? [actions.andMore(more)] : [])].join("; "),
    ...(canDecide(action) && { action: { label: actions.decide, run: () => void decideLeft(action) } }),
  });
};

/**
 * Says what an undo did not restore or did not reach. This comes after the notice about what was restored, because a
 * phone shows only the last notice.
 */
export const tellRest = (ended: Action): void => {
  tellLeft(ended);
  if (ended.status === "waiting") notify({ title: actions.waiting });
  else if (unreachedOf(ended) > 0) notify({ title: actions.unreached(unreachedOf(ended)) });
};

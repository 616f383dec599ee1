import { type Event, eventTypeOf, HistoryAction } from "@petstore/contract/routes";
import type { EventRow, RowFilter } from "./read-feed.js";

/** What selects events. */
export type FeedFilter = {
  readonly types?: readonly string[] | undefined;
  readonly subject?: string | undefined;
};

export type EventMatch = {
  /** Equal for equal filters. */
  readonly name: string;
  /** What PostgreSQL leaves out: a row that it selects may still not match. */
  readonly rows: RowFilter;
  readonly matches: (event: Event) => boolean;
};

const updates = HistoryAction.options.filter((action) => eventTypeOf(action).endsWith(".updated"));

/** An update that lacks a state, or hides one from keys of scope `read`, is shown as a creation or a deletion. */
const kindsOf = (types: readonly string[]): string[] => [
  ...new Set(types.flatMap((type) => /^(.*)\.(?:created|deleted)$/.exec(type)?.slice(1) ?? [])),
];

/** @returns undefined if every event matches */
export const matchOf = ({ types, subject }: FeedFilter): EventMatch | undefined => {
  if (types === undefined && subject === undefined) return undefined;
  const [kind, id] = subject?.split(":") ?? [];
  const rows = {
    actions: types === undefined ? null : HistoryAction.options.filter((action) => types.includes(eventTypeOf(action))),
    updates,
    updatedKinds: kindsOf(types ?? []),
    kind: kind ?? null,
    id: id ?? null,
  };
  const matches = (event: Event) =>
    (types === undefined || types.includes(event.type)) &&
    (kind === undefined || event.subject.kind === kind) &&
    (id === undefined || event.subject.id === Number(id));
  return { name: JSON.stringify([types, subject]), rows, matches };
};

/** What the statement of `readRows` selects, for rows that a process has in memory: no state is parsed to leave one out. */
export const maySelect = (
  { actions, updatedKinds, kind, id }: RowFilter,
  row: Pick<EventRow, "action" | "kind" | "subjectId" | "before" | "after">,
): boolean => {
  if ((kind !== null && row.kind !== kind) || (id !== null && row.subjectId !== id)) return false;
  if (actions === null || actions.includes(row.action)) return true;
  const isShownOtherwise = row.before === null || row.after === null || row.kind === "attribute";
  return isShownOtherwise && updatedKinds.includes(row.kind) && updates.includes(row.action);
};

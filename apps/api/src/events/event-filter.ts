import { type contract, type Event, eventTypeOf, HistoryAction } from "@petstore/contract/routes";
import type { Input } from "../operation/operation.js";
import type { EventRow, RowFilter } from "./read-feed.js";

type Query = Input<typeof contract.events.listEvents>["query"];

/** The parameters of the contract that select events. The others choose the start of the page and the waiting time. */
type FilterNames = Exclude<keyof Query, "after" | "limit" | "wait">;

export type FeedFilter = {
  readonly types?: readonly string[] | undefined;
  readonly subject?: string | undefined;
} & { readonly [Name in Exclude<FilterNames, "types" | "subject">]?: Query[Name] };

export type EventMatch = {
  /** A text that is the same for equal filters. */
  readonly name: string;
  /** The part of the filter that PostgreSQL applies. A row that it selects may still not match the filter. */
  readonly rows: RowFilter;
  readonly matches: (event: Event) => boolean;
};

const updates = HistoryAction.options.filter((action) => eventTypeOf(action).endsWith(".updated"));

/**
 * An update is shown as a creation or a deletion if one of its states is missing or hidden from keys of scope `read`.
 */
const kindsOf = (types: readonly string[]): string[] => [
  ...new Set(types.flatMap((type) => /^(.*)\.(?:created|deleted)$/.exec(type)?.slice(1) ?? [])),
];

type Selector = { readonly rows?: Partial<RowFilter>; readonly matches: (event: Event) => boolean };

/** Defines for each filter which rows PostgreSQL reads, as far as PostgreSQL can decide, and which events match. */
const selectors: { readonly [Name in keyof FeedFilter]-?: (value: NonNullable<FeedFilter[Name]>) => Selector } = {
  types: (types) => ({
    rows: {
      actions: HistoryAction.options.filter((action) => types.includes(eventTypeOf(action))),
      updatedKinds: kindsOf(types),
    },
    matches: ({ type }) => types.includes(type),
  }),
  subject: (subject) => {
    const [kind = "", id = null] = subject.split(":");
    return {
      rows: { kind, id },
      matches: (event) => event.subject.kind === kind && (id === null || event.subject.id === Number(id)),
    };
  },
};

const selectorNames = Object.keys(selectors) as (keyof FeedFilter)[];

/** @returns Undefined if every event matches. */
export const matchOf = (filter: FeedFilter): EventMatch | undefined => {
  const given = selectorNames.filter((name) => filter[name] !== undefined);
  if (given.length === 0) return undefined;
  const selected = given.map((name) => (selectors[name] as (value: unknown) => Selector)(filter[name]));
  const everyRow: RowFilter = { actions: null, updates, updatedKinds: [], kind: null, id: null };
  return {
    name: JSON.stringify(selectorNames.map((name) => filter[name])),
    rows: Object.assign(everyRow, ...selected.map(({ rows }) => rows)),
    matches: (event) => selected.every(({ matches }) => matches(event)),
  };
};

/**
 * Selects from rows in memory what the statement of `readRows` would select. It excludes a row without parsing its
 * states.
 */
export const maySelect = (
  { actions, updatedKinds, kind, id }: RowFilter,
  row: Pick<EventRow, "action" | "kind" | "subjectId" | "before" | "after">,
): boolean => {
  if ((kind !== null && row.kind !== kind) || (id !== null && row.subjectId !== id)) return false;
  if (actions === null || actions.includes(row.action)) return true;
  const isShownOtherwise = row.before === null || row.after === null || row.kind === "attribute";
  return isShownOtherwise && updatedKinds.includes(row.kind) && updates.includes(row.action);
};

import type { Action, AuditEvent, HistoryActor } from "@petstore/contract/client";
import type { HistoryQuery } from "@petstore/contract/schemas";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { ask } from "../../lib/service/api";
import { aboutHistory, concernedBy } from "../../lib/service/concerns";
import { PAGE_SIZE } from "../../lib/service/page-links";
import { pageQuery } from "../../lib/service/page-query";
import { polled } from "../../lib/service/query-client";
import { filtersOf, type HistorySearch } from "./search";

/** A row of the history: an event or, for an action with several events, the event that represents it. */
export type HistoryRow = {
  readonly event: AuditEvent;
  readonly action?: Action;
  /** The event about the animal, if the row is a step of an order. */
  readonly caused?: AuditEvent;
};

type Listed<Row> = { readonly body: readonly Row[]; readonly headers: Headers };

const toRows = async <Row>(
  listed: Promise<Listed<Row>>,
  toRow: (row: Row) => HistoryRow,
): Promise<Listed<HistoryRow>> => {
  const { body, headers } = await listed;
  return { body: body.map(toRow), headers };
};

const isCausedBy = (event: AuditEvent, { subject, at }: AuditEvent) =>
  event.orderId !== null && subject.kind === "order" && subject.id === event.orderId && at === event.at;

/** Puts the event of an order's step and the event about its animal into one row. */
export const nestOrders = (rows: readonly HistoryRow[]): readonly HistoryRow[] => {
  const steps = rows.map(({ event }) => rows.find((one) => isCausedBy(event, one.event)));
  return rows.flatMap((row, at) => {
    if (steps[at] !== undefined) return [];
    const caused = rows.find(({ event }) => isCausedBy(event, row.event))?.event;
    return [caused === undefined ? row : { ...row, caused }];
  });
};

/** Reads actions, the newest first. If the filters ask for events of one kind, it reads events instead. */
const readRows = async (
  search: HistorySearch,
  options: { readonly signal: AbortSignal },
): Promise<Listed<HistoryRow>> => {
  const { subject, action, counted, ...rest } = filtersOf(search);
  const query = { ...rest, cursor: search.cursor, limit: PAGE_SIZE };
  if (subject !== undefined || action !== undefined || counted !== undefined) {
    // If `all` is not set, the query schema of the history has already checked the address.
    const given = { ...query, subject, action, counted } as z.input<typeof HistoryQuery>;
    return toRows(
      ask((api, more) => api.history.listHistory({ query: given, ...more }), options),
      (event) => ({ event }),
    );
  }
  const listed = await toRows(
    ask((api, more) => api.actions.listActions({ query, ...more }), options),
    (action) => ({ event: action.event, action }),
  );
  return { ...listed, body: nestOrders(listed.body) };
};

/** Reads a page of the history, the newest first. If `all` is set, it reads the whole audit trail. */
export const historyQuery = (search: HistorySearch) => {
  const query = { ...filtersOf(search), cursor: search.cursor, limit: PAGE_SIZE };
  // The feed has no events about sign-ins, keys and accounts, so the first page is polled. Later pages contain older
  // entries, which do not change.
  const isFirst = search.cursor === undefined;
  const again = search.all === true ? polled : concernedBy(isFirst ? aboutHistory(search.subject) : () => false);
  return pageQuery(
    ["history", "page", search],
    (given) =>
      search.all === true
        ? toRows(
            ask((api, options) => api.auditEvents.listAuditEvents({ query, ...options }), given),
            (event) => ({ event }),
          )
        : readRows(search, given),
    again,
  );
};

/** Reads a page of the events of one action. */
export const actionEventsQuery = (actionId: string, cursor: string | undefined) =>
  pageQuery(
    ["history", "events", actionId, cursor],
    (given) =>
      ask(
        (api, options) => api.history.listHistory({ query: { actionId, cursor, limit: PAGE_SIZE }, ...options }),
        given,
      ),
    {},
  );

const MAX_ACTORS = 20;

/** Finds accounts and keys by a part of their name, or the one in a filter. */
export const actorsQuery = (filter: { readonly q?: string } | { readonly actor: string }) =>
  queryOptions({
    queryKey: ["history", "actors", filter],
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<readonly HistoryActor[]> => {
      const query = { ...filter, limit: MAX_ACTORS };
      return (await ask((api, options) => api.history.listHistoryActors({ query, ...options }), { signal })).body;
    },
  });

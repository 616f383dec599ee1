import type { AuditEvent } from "@petstore/contract/client";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { History } from "lucide-react";
import { useRef, useState } from "react";
import { buttonClass } from "../../components/button";
import type { Filter } from "../../components/filters/filter-bar";
import { NoMatch } from "../../components/filters/no-match";
import { Page } from "../../components/page";
import { Pager } from "../../components/pager";
import { EmptyState, LoadError, SkeletonRows } from "../../components/states";
import { PinnedViews } from "../../components/views/pinned-views";
import { ViewsMenu } from "../../components/views/views-menu";
import { useHasRole } from "../../lib/session/roles";
import { usePage } from "../../lib/service/use-paging";
import { t } from "../../texts";
import { EventList } from "./event-list";
import { HistoryFilters, useHistoryFilters } from "./history-filters";
import { isMany } from "../../components/action-sentence";
import { type HistoryRow, historyQuery } from "./queries";
import { useWhyNoUndo } from "./use-why-no-undo";
import { filtersOf, hasFilters, historyViews, type HistorySearch, parseHistorySearch } from "./search";
import { SelectionBar } from "./selection-bar";
import { usePetNames } from "../../lib/pets/named-pets";
import { useEventUndo } from "./use-event-undo";

type NoEventsProps = {
  readonly search: HistorySearch;
  readonly filters: readonly Filter[];
  readonly onClear: () => void;
};

const NoEvents = ({ search, filters, onClear }: NoEventsProps) =>
  hasFilters(search) || search.cursor !== undefined ? (
    <NoMatch
      title={t.history.noMatchTitle}
      filters={filters.flatMap(({ words, onRemove }) => (words === undefined ? [] : [{ words, onRemove }]))}
      onClear={onClear}
    />
  ) : (
    <EmptyState
      icon={<History aria-hidden />}
      title={t.history.emptyTitle}
      detail={t.history.empty}
      action={
        <Link to="/animals" className={buttonClass("primary")}>
          {t.history.addAnimal}
        </Link>
      }
    />
  );

const useSelection = (filterKey: string) => {
  const [selection, setSelection] = useState({ filterKey, events: new Map<number, AuditEvent>() });
  // Other filters start a new selection, so that nobody undoes changes that they do not see.
  const selected = selection.filterKey === filterKey ? selection.events : new Map<number, AuditEvent>();
  return {
    selected,
    select: (events: readonly AuditEvent[], isSelected: boolean) => {
      const next = new Map(selected);
      for (const event of events) {
        if (isSelected) next.set(event.id, event);
        else next.delete(event.id);
      }
      setSelection({ filterKey, events: next });
    },
    clear: () => setSelection({ filterKey, events: new Map() }),
  };
};

type EventsProps = {
  readonly rows: readonly HistoryRow[];
  readonly search: HistorySearch;
};

const Events = ({ rows, search }: EventsProps) => {
  const { selected, select, clear } = useSelection(JSON.stringify({ ...filtersOf(search), all: search.all }));
  const petNameOf = usePetNames(
    rows.flatMap(({ event, caused }) => [event, ...(caused === undefined ? [] : [caused])]),
  );
  const { busyIds, undoOne, undoAll } = useEventUndo(petNameOf);
  const box = useRef<HTMLDivElement>(null);
  const whyNoUndo = useWhyNoUndo();
  const selectable = rows.flatMap((row) => (isMany(row.action) || whyNoUndo(row) !== undefined ? [] : [row.event]));
  const focusSelectAll = () => box.current?.querySelector<HTMLElement>("input[type=checkbox]")?.focus();
  return (
    <div ref={box} className="flex flex-col gap-2">
      <SelectionBar
        shown={rows.length}
        selected={selected.size}
        selectable={selectable.length}
        selectedHere={selectable.filter(({ id }) => selected.has(id)).length}
        isBusy={[...selected.keys()].some((id) => busyIds.has(id))}
        onSelectAll={(isSelected) => select(selectable, isSelected)}
        onClear={() => {
          focusSelectAll();
          clear();
        }}
        onUndo={() => {
          // The button disappears together with the selection.
          focusSelectAll();
          undoAll([...selected.values()]);
          clear();
        }}
      />
      <EventList
        rows={rows}
        selected={selected}
        busyIds={busyIds}
        isAll={search.all === true}
        petNameOf={petNameOf}
        onSelect={(event, isSelected) => select([event], isSelected)}
        onUndo={undoOne}
      />
    </div>
  );
};

/** Shows who changed what, the newest first, and offers to undo it. */
export const HistoryPage = () => {
  const given = useSearch({ from: "/history" });
  const navigate = useNavigate({ from: "/history" });
  const isManager = useHasRole("manager");
  // If a clerk opens a manager's link, the page shows only the part about the catalogue.
  const search = isManager || given.all === undefined ? given : parseHistorySearch({ ...given, all: undefined });
  const { query, pager } = usePage(historyQuery(search), search.cursor, (cursor) => {
    void navigate({ search: (before) => ({ ...before, cursor }) });
  });
  const { data, error, isPlaceholderData } = query;

  const change = (changed: HistorySearch) =>
    void navigate({ search: (before) => ({ ...before, cursor: undefined, ...changed }), replace: true });
  const clear = () =>
    void navigate({ search: ({ all }) => (all === undefined ? {} : { all }), replace: hasFilters(search) });

  const filters = useHistoryFilters(search, change);
  const views = historyViews(search, (shown) => void navigate({ search: () => shown }));

  return (
    <Page title={t.history.title} description={t.history.description} actions={<ViewsMenu list={views} />}>
      <PinnedViews list={views} />
      <HistoryFilters search={search} filters={filters} onChange={change} onClear={clear} />
      <LoadError query={query} />
      {data === undefined && error === null && <SkeletonRows count={12} className="h-12" />}
      {data !== undefined && (
        <div aria-busy={isPlaceholderData} className="flex flex-col gap-4 aria-busy:opacity-60">
          {data.rows.length === 0 ? (
            <NoEvents search={search} filters={filters} onClear={clear} />
          ) : (
            <Events rows={data.rows} search={search} />
          )}
          {(data.rows.length > 0 || search.cursor !== undefined) && <Pager {...pager} />}
        </div>
      )}
    </Page>
  );
};

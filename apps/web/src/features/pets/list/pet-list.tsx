import type { Pet, PetStatus } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from "react";
import { LoadError } from "../../../components/states";
import { PinnedViews } from "../../../components/views/pinned-views";
import { warningText } from "../../../components/warnings";
import { useCategoryNames } from "../../../lib/pets/categories";
import { useMediaQuery } from "../../../lib/page/media-query";
import { warningsQuery } from "../../../lib/pets/notes";
import { useRowFocus } from "../../../lib/page/row-focus";
import { useWidth } from "../../../lib/page/use-width";
import { moved } from "../../../lib/pets/moved";
import { t } from "../../../texts";
import { useChooseColumns, useColumns } from "../chosen-columns";
import { changeStatus } from "./inline-edits";
import { Corrected } from "./corrected";
import { ListBar } from "./list-bar";
import { ListWords } from "./list-words";
import { NoPets } from "./no-pets";
import { PetCards, PetCardsSkeleton } from "./pet-cards";
import { PetDrawers } from "../drawer/pet-drawers";
import { PetPager } from "./pet-pager";
import { PetFilterBar } from "./pet-filter-bar";
import { PetTable, PetTableSkeleton } from "./pet-table";
import { petCountQuery } from "../queries";
import type { ListProps } from "./row-props";
import { filtersOf, orderKey, orderOf, pageSizes, type PetSearch, petViews, sortOf, viewOf } from "../search";
import { countElsewhere, countSelected, isSelected } from "../bulk/selection";
import { type LastStatusMenu, StatusMenu } from "./status-menu";
import { useBulk } from "../bulk/use-bulk";
import { usePrintCards } from "../bulk/use-print-cards";
import { useListKeys } from "./use-list-keys";
import { usePetPage } from "./use-pet-page";
import type { PetSearchActions } from "../use-pet-search";
import { useSelection } from "../bulk/use-selection";

const BulkDialog = lazy(() => import("../bulk/bulk-dialog"));

type PetListProps = { readonly search: PetSearch; readonly actions: PetSearchActions };

const firstRow = (place: HTMLElement | null) => place?.querySelector<HTMLElement>("[data-row-main]") ?? null;

/**
 * Whether the bar of the selection shows. When the selection ends, the bar goes away, together with the button that
 * opened the dialog.
 */
const hasSelectionBar = (place: HTMLElement | null) => place?.querySelector("[data-selection-bar]") !== null;

export const PetList = ({ search, actions }: PetListProps) => {
  // The controls show a change at once. The rows are slow to render, so they follow in steps that let the page paint.
  const shown = useDeferredValue(search);
  const isWide = useMediaQuery("(min-width: 60rem)");
  const { options } = useRouter();
  const nameOf = useCategoryNames();
  const { query, pets, pager } = usePetPage(shown, actions);
  const place = useRef<HTMLDivElement>(null);
  const room = useWidth(place);
  const shownColumns = useColumns(shown, pets, isWide ? room : undefined);
  const { columns } = shownColumns;
  const { data: page, error, isPlaceholderData } = query;
  // The count is read after the first rows, so that they show sooner.
  const count = useQuery({ ...petCountQuery(filtersOf(shown)), enabled: page !== undefined });
  const total = count.data;
  const ids = useMemo(() => pets.map(({ id }) => id), [pets]);

  const warnings = useQuery({ ...warningsQuery(ids), enabled: ids.length > 0 && !isPlaceholderData });

  const [selection, select] = useSelection(orderKey(filtersOf(shown)), ids);
  const selected = countSelected(selection, total ?? 0);
  const bulk = useBulk({ selection, filters: filtersOf(shown) }, select.clear);
  const cards = usePrintCards(selection, orderOf(shown), selected);
  const [menu, setMenu] = useState<LastStatusMenu>();
  const openMenu = useCallback((pet: Pet, button: HTMLElement) => setMenu({ isOpen: true, pet, button }), []);

  const rowFocus = useRowFocus({ next: t.pets.keys.next, previous: t.pets.keys.previous });
  const hasRows = pets.length > 0;
  const hadFocus = useRef(false);
  // When the last row disappears, the list disappears with it. If the row had the focus, the place of the list takes
  // it.
  useLayoutEffect(() => {
    if (!hasRows && hadFocus.current && document.activeElement === document.body) place.current?.focus();
  }, [hasRows]);

  const mark = (status: PetStatus, pet: Pet | undefined) => {
    if (selected > 0) bulk.open({ kind: "status", status });
    else if (pet !== undefined) changeStatus(pet, status);
  };
  useListKeys({ pets, hasSelection: selected > 0, selection: select, actions, onMark: mark });

  const address = JSON.stringify({ ...viewOf(shown), cursor: shown.cursor, offset: shown.offset });
  const hrefOf = useCallback(
    (id: number) => `/animals${options.stringifySearch?.({ ...JSON.parse(address), open: id }) ?? ""}`,
    [address, options],
  );
  const onSort = (next: PetSearch["sort"]) => actions.filter({ sort: next });
  const list: ListProps = {
    pets,
    columns,
    nameOf,
    warningOf: (id) => warningText(warnings.data?.get(id)),
    hrefOf,
    isSelected: (id) => isSelected(selection, id),
    onOpen: actions.openPet,
    onSelect: select.choose,
    onSelectPage: (isOn) => select.set(ids, isOn),
    onStatus: openMenu,
    sort: sortOf(search),
    onSort,
    rowFocus,
    isStale: isPlaceholderData,
  };
  const names = columns.map(({ name }) => name);
  const choose = useChooseColumns(actions);
  const content = () => {
    if (page === undefined || !shownColumns.isReady) {
      if (page === undefined && error !== null) return <LoadError query={query} />;
      return isWide ? <PetTableSkeleton sort={sortOf(search)} onSort={onSort} /> : <PetCardsSkeleton />;
    }
    if (!hasRows) return <NoPets search={shown} actions={actions} />;
    return (
      <>
        <LoadError query={query} />
        <LoadError query={count} isInline />
        <LoadError query={warnings} isInline />
        <ListWords search={shown} total={total} shown={pets.length} />
        {isWide ? (
          <PetTable {...list} room={room} onMoveColumn={(from, to) => choose(moved(names, from, to))} />
        ) : (
          <PetCards {...list} />
        )}
        {(pager.hasPrevious || pager.hasNext || pets.length > pageSizes[0]) && (
          <PetPager
            search={shown}
            page={page}
            isStale={isPlaceholderData}
            total={total}
            actions={actions}
            pager={pager}
          />
        )}
      </>
    );
  };
  return (
    <>
      <PinnedViews list={petViews(search, actions.show)} />
      <PetFilterBar search={search} actions={actions} onLeaveSearch={() => firstRow(place.current)?.focus()} />
      <div
        ref={place}
        tabIndex={-1}
        className="flex flex-col gap-2 outline-none"
        onFocus={() => {
          hadFocus.current = true;
        }}
        onBlur={() => {
          hadFocus.current = false;
        }}
      >
        <Corrected search={shown} actions={actions} />
        <ListBar
          search={shown}
          total={total}
          sort={search.sort}
          actions={actions}
          columns={shownColumns}
          isWide={isWide}
          selection={selection}
          select={select}
          pageIds={ids}
          bulk={bulk}
          cards={cards}
        />
        {content()}
      </div>
      {menu !== undefined && (
        <StatusMenu last={menu} onClose={() => setMenu({ ...menu, isOpen: false })} onChoose={changeStatus} />
      )}
      <Suspense>
        {bulk.state.phase !== "closed" && (
          <BulkDialog
            bulk={bulk}
            total={selected}
            elsewhere={countElsewhere(selection, ids)}
            finalFocus={() => (hasSelectionBar(place.current) ? null : firstRow(place.current))}
          />
        )}
      </Suspense>
      <PetDrawers search={shown} actions={actions} page={page} pets={pets} />
    </>
  );
};

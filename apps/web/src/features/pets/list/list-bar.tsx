import { Checkbox } from "../../../components/checkbox";
import { NativeSelect } from "../../../components/field";
import { useMediaQuery } from "../../../lib/page/media-query";
import { t } from "../../../texts";
import { type PetOrder, type PetSearch } from "../search";
import { ColumnsMenu } from "./columns-menu";
import { SearchHint } from "./search-hint";
import { countSelected, selectableTotal, type Selection } from "../bulk/selection";
import { SelectionBar } from "../bulk/selection-bar";
import type { Bulk } from "../bulk/use-bulk";
import type { PrintCards } from "../bulk/use-print-cards";
import type { PetSearchActions } from "../use-pet-search";
import type { SelectionActions } from "../bulk/use-selection";

const sorts = ["id", "-id", "name", "-name"] as const;

type ListBarProps = {
  /** The search parameters of the rows that are shown. */
  readonly search: PetSearch;
  /** How many animals match, once it is known. */
  readonly total: number | undefined;
  /** The order that was chosen last. The rows may still show the previous one. */
  readonly sort: PetOrder["sort"];
  readonly actions: PetSearchActions;
  readonly isWide: boolean;
  readonly selection: Selection;
  readonly select: SelectionActions;
  readonly pageIds: readonly number[];
  readonly bulk: Bulk;
  readonly cards: PrintCards;
};

const Summary = ({ search, total, sort, actions, isWide, select, pageIds }: ListBarProps) => {
  return (
    <>
      {!isWide && pageIds.length > 0 && (
        <Checkbox label={t.pets.select.page} checked={false} onCheckedChange={() => select.set(pageIds, true)} />
      )}
      <p className="text-sm text-muted" aria-live="polite">
        {total !== undefined && t.pets.count(total)}
      </p>
      <SearchHint search={search} actions={actions} />
      <span className="flex-1" />
      {!isWide && (
        <NativeSelect
          aria-label={t.common.sort}
          className="max-w-40 min-w-24"
          value={sort ?? "id"}
          onValueChange={(next) => actions.filter({ sort: sorts.find((one) => one === next) })}
          options={sorts.map((value) => ({ value, label: t.pets.filters.sorts[value] }))}
        />
      )}
      <ColumnsMenu layout={search} actions={actions} />
    </>
  );
};

/**
 * A single line above the list, which always has the same height. It shows how many animals match, or what can be done
 * with the selected ones.
 */
export const ListBar = (props: ListBarProps) => {
  const { total = 0, selection, select, pageIds, bulk, cards } = props;
  // The buttons need a wider window than the table does to fit on one line.
  const hasRoom = useMediaQuery("(min-width: 80rem)");
  const count = countSelected(selection, total);
  return (
    <div className="print:hidden sticky top-13 pointer-coarse:top-15 z-20 -mx-1 flex h-12 items-center gap-2 rounded-md bg-page px-1 md:top-0">
      {count === 0 ? (
        <Summary {...props} />
      ) : (
        <SelectionBar
          count={count}
          selectable={selectableTotal(selection, pageIds, total)}
          isWide={hasRoom}
          bulk={bulk}
          cards={cards}
          onSelectAll={select.selectAll}
          onClear={select.clear}
        />
      )}
    </div>
  );
};

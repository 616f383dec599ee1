import { Button } from "../../../components/button";
import { Checkbox } from "../../../components/checkbox";
import { NativeSelect } from "../../../components/native-select";
import { useMediaQuery } from "../../../lib/page/media-query";
import { t } from "../../../texts";
import { finding } from "../../../texts/finding";
import { MAX_COUNTED } from "../queries";
import { type PetOrder, type PetSearch, sortOf } from "../search";
import type { ShownColumns } from "../chosen-columns";
import { ColumnsMenu } from "./columns-menu";
import { countElsewhere, countSelected, selectableTotal, type Selection } from "../bulk/selection";
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
  readonly columns: ShownColumns;
  readonly isWide: boolean;
  readonly selection: Selection;
  readonly select: SelectionActions;
  readonly pageIds: readonly number[];
  readonly bulk: Bulk;
  readonly cards: PrintCards;
};

/** Returns the number of animals, as far as the service has counted them. */
const countText = ({ q }: PetSearch, total: number): string =>
  q !== undefined && total >= MAX_COUNTED ? finding.orMore(t.pets.count(total)) : t.pets.count(total);

const Summary = ({ search, total, sort, actions, columns, isWide, select, pageIds }: ListBarProps) => {
  const isSearch = search.q !== undefined;
  const shown = sortOf({ q: search.q, sort });
  const names = t.pets.filters.sorts;
  return (
    <>
      {!isWide && pageIds.length > 0 && (
        <Checkbox label={t.pets.select.page} checked={false} onCheckedChange={() => select.set(pageIds, true)} />
      )}
      <p className="text-sm text-muted" aria-live="polite">
        {total !== undefined && countText(search, total)}
      </p>
      {isWide && pageIds.length > 0 && shown === "relevance" && <p className="text-sm text-muted">{names.relevance}</p>}
      {isWide && isSearch && shown !== "relevance" && (
        <Button variant="quiet" onClick={() => actions.filter({ sort: undefined })}>
          {names.relevance}
        </Button>
      )}
      <span className="flex-1" />
      {!isWide && (
        <NativeSelect
          aria-label={t.common.sort}
          className="max-w-40 min-w-24"
          value={shown}
          onValueChange={(next) => actions.filter({ sort: sorts.find((one) => one === next) })}
          options={[...(isSearch ? (["relevance"] as const) : []), ...sorts].map((value) => ({
            value,
            label: names[value],
          }))}
        />
      )}
      <ColumnsMenu shown={columns} actions={actions} />
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
          elsewhere={countElsewhere(selection, pageIds)}
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

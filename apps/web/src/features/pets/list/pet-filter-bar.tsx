import { PetStatus } from "@petstore/contract/schemas";
import { CategoryPicker } from "../../../components/category-picker";
import { FilterBar } from "../../../components/filters/filter-bar";
import { Segments } from "../../../components/segments";
import { t } from "../../../texts";
import { hasFilters, type PetOrder, type PetSearch } from "../search";
import { useCategoryOptions } from "../use-category-options";
import type { PetSearchActions } from "../use-pet-search";
import { PetSearchField } from "./pet-search-field";
import { useFieldFilters } from "./use-field-filters";

const optionsNow = () => [
  { value: "all" as const, label: t.pets.filters.all },
  ...PetStatus.options.map((value) => ({ value, label: t.common.status[value] })),
];

type FilterBarProps = {
  readonly search: PetSearch;
  readonly actions: PetSearchActions;
  readonly onLeaveSearch: () => void;
};

const StatusFilter = ({ search: { status }, actions }: FilterBarProps) => (
  <Segments
    className="w-full sm:w-auto"
    label={t.pets.filters.status}
    name="status"
    value={status ?? "all"}
    options={optionsNow()}
    onChange={(value) => actions.filter({ status: value === "all" ? undefined : value })}
  />
);

const CategoryFilter = ({ search: { categoryId }, actions }: FilterBarProps) => (
  <CategoryPicker
    label={t.pets.filters.category}
    value={categoryId}
    {...useCategoryOptions()}
    none={t.pets.filters.anyCategory}
    onChange={(id) => actions.filter({ categoryId: id })}
    className="max-w-full min-w-28 flex-1 sm:max-w-64 sm:min-w-40 sm:flex-none"
  />
);

/** The search and the filters of the list. A filter that is changed keeps the others. */
export const PetFilterBar = (props: FilterBarProps) => {
  const { search, actions } = props;
  return (
    <FilterBar
      // The words of the list stand on paper instead.
      className="print:hidden"
      search={<PetSearchField {...props} />}
      pinned={
        <>
          <StatusFilter {...props} />
          <CategoryFilter {...props} />
        </>
      }
      filters={useFieldFilters(search, actions)}
      isFiltered={hasFilters(search)}
      onClear={() => actions.show({ sort: search.sort } satisfies PetOrder)}
    />
  );
};

import { PetStatus } from "@petstore/contract/schemas";
import type { ComponentType } from "react";
import { Button } from "../../../components/button";
import { CategoryPicker } from "../../../components/category-picker";
import { Segments } from "../../../components/segments";
import { ViewsMenu } from "../../../components/views/views-menu";
import { t } from "../../../texts";
import { hasFilters, type PageFilter, type PetOrder, type PetSearch, petViews } from "../search";
import { useCategoryOptions } from "../use-category-options";
import type { PetSearchActions } from "../use-pet-search";
import { FieldFilters } from "./field-filters";
import { PetSearchField } from "./pet-search-field";

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

/** The control of each filter, in the order of the bar. A new filter does not compile without one. */
const controls: Readonly<Record<PageFilter, ComponentType<FilterBarProps>>> = {
  q: PetSearchField,
  id: PetSearchField,
  status: StatusFilter,
  categoryId: CategoryFilter,
  createdFrom: FieldFilters,
  createdTo: FieldFilters,
  attributes: FieldFilters,
};

/** The controls with the name of their first filter. Several filters may have the same one. */
const shownControls = Object.entries(controls).filter(
  ([, control], at, all) => all.findIndex(([, other]) => other === control) === at,
);

/** Shows the search and the filters. Changing one of them keeps the others. */
export const FilterBar = (props: FilterBarProps) => {
  const { search, actions } = props;
  const clear = () => actions.show({ sort: search.sort } satisfies PetOrder);
  return (
    <section aria-label={t.pets.filters.label} className="flex flex-wrap items-center gap-2 print:hidden">
      {shownControls.map(([name, Control]) => (
        <Control key={name} {...props} />
      ))}
      {hasFilters(search) && (
        <Button variant="quiet" onClick={clear}>
          {t.pets.filters.clear}
        </Button>
      )}
      <span className="ml-auto">
        <ViewsMenu list={petViews(search, actions.show)} />
      </span>
    </section>
  );
};

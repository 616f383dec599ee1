import { MAX_ATTRIBUTE_FILTERS } from "@petstore/contract/schemas";
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import type { Filter } from "../../../components/filters/filter-bar";
import { attributesQuery } from "../../../lib/pets/attributes";
import { t } from "../../../texts";
import type { AttributeFilters, PetSearch } from "../search";
import type { PetSearchActions } from "../use-pet-search";
import { added, addedDays, addedWithin, describeFilter, isFilterable } from "./attribute-filters";

const FieldFilterForm = lazy(() => import("./field-filter-form"));

/** Returns the filters by the day of the addition and by the store's own fields. */
export const useFieldFilters = (search: PetSearch, actions: Pick<PetSearchActions, "filter">): readonly Filter[] => {
  const { data = [] } = useQuery(attributesQuery);
  const days = addedDays(search);
  const filters: AttributeFilters = { ...(days.length > 0 && { [added.name]: days }), ...search.attributes };
  const set = ({ [added.name]: within = [], ...attributes }: AttributeFilters) =>
    actions.filter({
      ...addedWithin(within),
      attributes: Object.keys(attributes).length === 0 ? undefined : attributes,
    });
  const remove = (name: string) => {
    const { [name]: _, ...others } = filters;
    set(others);
  };
  const fields = [added, ...data.filter((one) => isFilterable(one) || filters[one.name] !== undefined)];
  const hasRoom = Object.keys(search.attributes ?? {}).length < MAX_ATTRIBUTE_FILTERS;
  // The address may have a filter by a field that was deleted.
  const unknown = Object.keys(filters).filter((name) => fields.every((one) => one.name !== name));
  return [
    ...fields.map((one): Filter => {
      const values = filters[one.name];
      const isOffered = values !== undefined || one === added || hasRoom;
      return {
        name: one.name,
        label: one.label,
        isData: one !== added,
        words: values && describeFilter(one, values),
        onRemove: () => remove(one.name),
        renderForm: isOffered
          ? (form) => (
              <FieldFilterForm
                {...form}
                one={one}
                values={values ?? []}
                onChoose={(next) => (next.length === 0 ? remove(one.name) : set({ ...filters, [one.name]: next }))}
              />
            )
          : undefined,
      };
    }),
    ...unknown.map((name) => ({
      name,
      label: name,
      words: t.pets.fieldFilters.chip(name, (filters[name] ?? []).join(", ")),
      onRemove: () => remove(name),
    })),
  ];
};

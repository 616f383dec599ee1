import { MAX_ATTRIBUTE_FILTERS } from "@petstore/contract/schemas";
import { useQuery } from "@tanstack/react-query";
import { ListFilter, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../components/button";
import { DataLine } from "../../../components/data";
import { attributesQuery } from "../../../lib/pets/attributes";
import { t } from "../../../texts";
import type { AttributeFilters, PetSearch } from "../search";
import type { PetSearchActions } from "../use-pet-search";
import { added, addedDays, addedWithin, describeFilter, isFilterable } from "./attribute-filters";

const FilterDialog = lazy(() => import("./filter-dialog"));

const texts = t.pets.fieldFilters;

type FieldFiltersProps = { readonly search: PetSearch; readonly actions: PetSearchActions };

/** Shows the filters by the day of the addition and by the store's own fields. Each can be changed and removed. */
export const FieldFilters = ({ search, actions }: FieldFiltersProps) => {
  const { data = [] } = useQuery(attributesQuery);
  const [open, setOpen] = useState<string>();
  const days = addedDays(search);
  const filters: AttributeFilters = { ...(days.length > 0 && { [added.name]: days }), ...search.attributes };
  const fields = [added, ...data.filter((one) => isFilterable(one) || filters[one.name] !== undefined)];
  const set = ({ [added.name]: within = [], ...attributes }: AttributeFilters) =>
    actions.filter({
      ...addedWithin(within),
      attributes: Object.keys(attributes).length === 0 ? undefined : attributes,
    });
  const remove = (name: string) => {
    const { [name]: _, ...others } = filters;
    set(others);
  };
  const names = Object.keys(filters);
  const hasRoom = Object.keys(search.attributes ?? {}).length < MAX_ATTRIBUTE_FILTERS;
  return (
    <>
      {names.map((name) => {
        const one = fields.find((field) => field.name === name);
        const values = filters[name] ?? [];
        const text = one === undefined ? texts.chip(name, values.join(", ")) : describeFilter(one, values);
        return (
          <span
            key={name}
            className="inline-flex max-w-full items-center rounded-full border border-control-line bg-surface pl-1 text-sm"
          >
            <button
              type="button"
              title={texts.edit(text)}
              onClick={() => setOpen(name)}
              className="flex min-h-8 min-w-0 items-center rounded-full px-2 hover:bg-sunken pointer-coarse:min-h-11"
            >
              <DataLine>{text}</DataLine>
            </button>
            <button
              type="button"
              aria-label={texts.remove(text)}
              title={texts.remove(text)}
              onClick={() => remove(name)}
              className="inline-flex size-8 items-center justify-center rounded-full hover:bg-sunken pointer-coarse:size-11"
            >
              <X aria-hidden size={14} />
            </button>
          </span>
        );
      })}
      {fields.length > names.length && hasRoom && (
        <Button
          aria-label={texts.add}
          title={texts.add}
          icon={<ListFilter aria-hidden size={16} />}
          onClick={() => setOpen("")}
        >
          <span className="max-sm:hidden">{texts.add}</span>
        </Button>
      )}
      <Suspense>
        {open !== undefined && (
          <FilterDialog
            fields={fields.filter(({ name }) => name === open || filters[name] === undefined)}
            first={open}
            filters={filters}
            onChoose={(name, values) => {
              setOpen(undefined);
              if (values.length === 0) remove(name);
              else set({ ...filters, [name]: values });
            }}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </>
  );
};

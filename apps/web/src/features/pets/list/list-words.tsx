import { useQuery } from "@tanstack/react-query";
import { Data } from "../../../components/data";
import { attributesQuery } from "../../../lib/pets/attributes";
import { useCategoryNames } from "../../../lib/pets/categories";
import { formatNumber } from "../../../lib/text/format";
import { t } from "../../../texts";
import type { PetOrder } from "../search";
import { added, addedDays, describeFilter } from "./attribute-filters";

const { sorts } = t.pets.filters;

const isNamedSort = (sort: string): sort is keyof typeof sorts => Object.hasOwn(sorts, sort);

/** Returns the filters and the order in words. */
export const useOrderWords = (order: PetOrder): readonly string[] => {
  const { status, categoryId, q, id, attributes = {}, sort } = order;
  const days = addedDays(order);
  const names = Object.keys(attributes);
  const { data } = useQuery({ ...attributesQuery, enabled: names.length > 0 });
  const nameOf = useCategoryNames();
  const ofFields = names.map((field) => {
    const one = data?.find((known) => known.name === field);
    const values = attributes[field] ?? [];
    return one === undefined ? t.pets.fieldFilters.chip(field, values.join(", ")) : describeFilter(one, values);
  });
  return [
    ...(status === undefined ? [] : [t.common.status[status]]),
    ...(categoryId === undefined ? [] : [nameOf(categoryId)]),
    ...(q === undefined ? [] : [t.print.named(q)]),
    ...(id === undefined ? [] : [t.print.numbers(id.join(", "))]),
    ...(days.length === 0 ? [] : [describeFilter(added, days)]),
    ...ofFields,
    ...(sort !== undefined && isNamedSort(sort) ? [sorts[sort]] : []),
  ];
};

type ListWordsProps = {
  readonly search: PetOrder;
  /** How many animals are on the page. */
  readonly shown: number;
  /** How many animals match, once it is known. */
  readonly total: number | undefined;
};

/** Says, on paper only, which filters and order the list has, and how many of all animals it shows. */
export const ListWords = ({ search, shown, total }: ListWordsProps) => {
  const words = useOrderWords(search);
  const count = total === undefined ? formatNumber(shown) : t.pets.pageOf(formatNumber(shown), formatNumber(total));
  return (
    <p className="hidden text-sm print:block">
      {words.length === 0 ? t.print.everything : <Data>{words.join(" · ")}</Data>} · {count}
    </p>
  );
};

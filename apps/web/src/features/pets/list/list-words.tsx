import { useQuery } from "@tanstack/react-query";
import { Data } from "../../../components/data";
import { attributesQuery } from "../../../lib/pets/attributes";
import { useCategoryNames } from "../../../lib/pets/categories";
import { formatNumber } from "../../../lib/text/format";
import { t } from "../../../texts";
import { type PetFilters, type PetOrder, sortOf } from "../search";
import { added, addedDays, describeFilter } from "./attribute-filters";

const { sorts } = t.pets.filters;

const isNamedSort = (sort: string): sort is keyof typeof sorts => Object.hasOwn(sorts, sort);

/** A filter in words, and the change that removes it. */
export type FilterWords = { readonly words: string; readonly removal: PetFilters };

/** Returns each filter in words. */
export const useFilterWords = (filters: PetFilters): readonly FilterWords[] => {
  const { status, categoryId, q, id, attributes = {} } = filters;
  const days = addedDays(filters);
  const names = Object.keys(attributes);
  const { data } = useQuery({ ...attributesQuery, enabled: names.length > 0 });
  const nameOf = useCategoryNames();
  const ofFields = names.map((field): FilterWords => {
    const one = data?.find((known) => known.name === field);
    const { [field]: values = [], ...others } = attributes;
    return {
      words: one === undefined ? t.pets.fieldFilters.chip(field, values.join(", ")) : describeFilter(one, values),
      removal: { attributes: Object.keys(others).length === 0 ? undefined : others },
    };
  });
  return [
    ...(status === undefined ? [] : [{ words: t.common.status[status], removal: { status: undefined } }]),
    ...(categoryId === undefined ? [] : [{ words: nameOf(categoryId), removal: { categoryId: undefined } }]),
    ...(q === undefined ? [] : [{ words: t.print.searched(q), removal: { q: undefined } }]),
    ...(id === undefined ? [] : [{ words: t.print.numbers(id.join(", ")), removal: { id: undefined } }]),
    ...(days.length === 0
      ? []
      : [{ words: describeFilter(added, days), removal: { createdFrom: undefined, createdTo: undefined } }]),
    ...ofFields,
  ];
};

/** Returns the filters and the order in words. */
const useOrderWords = (order: PetOrder): readonly string[] => {
  const filters = useFilterWords(order).map(({ words }) => words);
  const sort = order.q === undefined ? order.sort : sortOf(order);
  return sort !== undefined && isNamedSort(sort) ? [...filters, sorts[sort]] : filters;
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

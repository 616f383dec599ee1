import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { categoriesQuery, categoryName } from "../../lib/categories";

/** By name, as people look for them. */
export const useCategoryOptions = () => {
  const { data } = useQuery(categoriesQuery);
  return useMemo(() => {
    const { compare } = new Intl.Collator();
    return (data ?? [])
      .map((category) => ({ id: category.id, name: categoryName(category) }))
      .toSorted((a, b) => compare(a.name, b.name));
  }, [data]);
};

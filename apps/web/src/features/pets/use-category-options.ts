import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { categoriesQuery, categoryName } from "../../lib/pets/categories";

/** Returns the options of a category picker. */
export const useCategoryOptions = () => {
  const { data, error } = useQuery(categoriesQuery);
  const options = useMemo(
    () => (data ?? []).map((category) => ({ id: category.id, name: categoryName(category) })),
    [data],
  );
  return { options, isMissing: data === undefined && error !== null };
};

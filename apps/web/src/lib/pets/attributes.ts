import type { Attribute } from "@petstore/contract/client";
import { MAX_PAGE_SIZE } from "@petstore/contract/schemas";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { ask } from "../service/api";
import { about, concernedBy } from "../service/concerns";

/** Reads all fields that the store defines, including archived ones, in their order. They fit on one page. */
export const attributesQuery = queryOptions({
  queryKey: ["attributes"],
  staleTime: 60_000,
  ...concernedBy(about("attribute")),
  queryFn: async ({ signal }): Promise<readonly Attribute[]> =>
    (
      await ask((api, options) => api.attributes.listAttributes({ query: { limit: MAX_PAGE_SIZE }, ...options }), {
        signal,
      })
    ).body,
});

/** A field that every store has is older than all fields that a store defines. */
const ALWAYS = new Date(0).toISOString();

/** Describes a field that every store has, so that it is shown and edited like a field of the store. */
export const builtInField = (own: Pick<Attribute, "name" | "label" | "help" | "type">): Attribute => ({
  id: 0,
  unit: null,
  minimum: null,
  maximum: null,
  decimals: null,
  options: [],
  categoryIds: null,
  isPublic: true,
  isAskedAtIntake: true,
  position: 0,
  isArchived: false,
  createdAt: ALWAYS,
  updatedAt: ALWAYS,
  ...own,
});

/** The distance between the positions of two fields, which leaves room for another field between them. */
export const POSITION_STEP = 10;

/** Returns a position for a new field, after all others. */
export const lastPosition = (all: readonly Pick<Attribute, "position">[]): number =>
  Math.max(0, ...all.map(({ position }) => position)) + POSITION_STEP;

/** Whether animals of the category have the field. */
const isOfCategory = ({ categoryIds }: Attribute, categoryId: number): boolean =>
  categoryIds === null || categoryIds.includes(categoryId);

/** Whether a value can be set for animals of the category. */
export const takesValue = (one: Attribute, categoryId: number): boolean =>
  !one.isArchived && isOfCategory(one, categoryId);

export type AttributeOf = (name: string) => Attribute | undefined;

/**
 * Returns a function that finds a field by its name; it returns undefined for a deleted field.
 * @param isNeeded - Whether a field has to be found; otherwise the fields are not requested.
 */
export const useAttributeOf = (isNeeded: boolean): AttributeOf => {
  const { data } = useQuery({ ...attributesQuery, enabled: isNeeded });
  return (name) => data?.find((one) => one.name === name);
};

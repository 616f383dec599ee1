import type { Attribute, Suggestion } from "@petstore/contract/routes";
import type { Query } from "../../database/query.js";
import { missingIn, rangesIn, type Sought } from "./match-ranges.js";

/** The most values of one attribute that are suggested, and that are read to find them. */
const [MAX_OF_ATTRIBUTE, MAX_READ] = [3, 20];

/** Whether a value that staff type is found by the beginning of its text. */
const isFree = ({ type }: Attribute) => type === "text" || type === "labels";

const suggestionOf = (attribute: Attribute, value: string, text: string, sought: Sought): Suggestion => ({
  kind: "value",
  id: null,
  status: null,
  reason: null,
  attribute: attribute.name,
  value,
  text,
  ranges: rangesIn(text, sought),
});

const optionsOf = (attribute: Attribute, sought: Sought): Suggestion[] =>
  attribute.options
    .filter(({ label }) => missingIn(label, sought).length === 0)
    .slice(0, MAX_OF_ATTRIBUTE)
    .map(({ value, label }) => suggestionOf(attribute, value, label, sought));

/**
 * Walks from one value to the next, however many pets have each, and reads each value from the profile of one of its
 * pets, because the index has it in lower case. A value that only one pet has, such as a chip number, is left out: the
 * pet itself is suggested.
 */
const valuesSql = `
  SELECT asked.id, (
      SELECT CASE jsonb_typeof(attributes -> asked.id::text) WHEN 'array' THEN (
          SELECT one FROM jsonb_array_elements_text(attributes -> asked.id::text) AS one WHERE lower(one) = found.value LIMIT 1)
        ELSE attributes ->> asked.id::text END
      FROM pet_profile WHERE pet_profile.pet_id = found.pet_id) AS text
  FROM unnest($1::bigint[]) AS asked (id), LATERAL (
    WITH RECURSIVE walk (value, pet_id) AS (
      (SELECT value, pet_id FROM pet_attribute_value
        WHERE attribute_id = asked.id AND value >= $2 AND value < $3 ORDER BY value, pet_id LIMIT 1)
      UNION ALL SELECT one.* FROM walk, LATERAL (
        SELECT value, pet_id FROM pet_attribute_value
        WHERE attribute_id = asked.id AND value > walk.value AND value < $3 ORDER BY value, pet_id LIMIT 1) AS one
    )
    SELECT value, pet_id FROM (SELECT * FROM walk LIMIT ${MAX_READ}) AS near
    WHERE EXISTS (SELECT FROM pet_attribute_value AS other
      WHERE attribute_id = asked.id AND other.value = near.value AND other.pet_id > near.pet_id)
    LIMIT ${MAX_OF_ATTRIBUTE}) AS found`;

/** Finds the values that a reader may filter by: options by any of their words, and other values by their beginning. */
export const suggestValues = async (
  query: Query,
  q: string,
  sought: Sought,
  attributes: readonly Attribute[],
): Promise<Suggestion[]> => {
  const free = attributes.filter(isFree);
  const beginning = q.trim().toLowerCase();
  const rows =
    free.length === 0 || sought.terms.length === 0
      ? []
      : await query<{ id: string; text: string | null }>(
          valuesSql,
          [free.map(({ id }) => id), beginning, `${beginning}\u{10ffff}`],
          "suggested_values",
        );
  const typed = rows.flatMap(({ id, text }) => {
    const attribute = free.find((one) => one.id === Number(id));
    return attribute === undefined || text === null ? [] : [suggestionOf(attribute, text, text, sought)];
  });
  return [...attributes.flatMap((one) => (sought.terms.length === 0 ? [] : optionsOf(one, sought))), ...typed];
};

import type { Attribute } from "@petstore/contract/routes";
import type { Query } from "../../database/query.js";

/**
 * The values that a narrower definition excludes: the fields of the definition that exclude them, the number of pets,
 * and the first of these pets.
 */
export type Unfit = { readonly fields: readonly string[]; readonly count: number; readonly petIds: readonly number[] };

const SHOWN_PETS = 5;

type Narrowing = { readonly field: string; readonly condition: string; readonly parameter: number | string };

const removedOptions = (before: Attribute, after: Attribute): boolean => {
  const left = new Set(after.options.map(({ value }) => value));
  return before.options.some(({ value }) => !left.has(value));
};

const narrowings = (before: Attribute, after: Attribute): Narrowing[] => {
  const { minimum, maximum, decimals, options, type } = after;
  const found: Narrowing[] = [];
  if (minimum !== null && minimum > (before.minimum ?? -Infinity)) {
    found.push({ field: "minimum", condition: "value::float8 < $::float8", parameter: minimum });
  }
  if (maximum !== null && maximum < (before.maximum ?? Infinity)) {
    found.push({ field: "maximum", condition: "value::float8 > $::float8", parameter: maximum });
  }
  if (decimals !== null && decimals < (before.decimals ?? 0)) {
    found.push({ field: "decimals", condition: "scale(trim_scale(value::numeric)) > $::int", parameter: decimals });
  }
  // The operator `<@` accepts a single value as well as an array, all of whose entries must then be options.
  if (type !== "labels" && removedOptions(before, after)) {
    const parameter = JSON.stringify(options.map(({ value }) => value));
    found.push({ field: "options", condition: "NOT value <@ $::jsonb", parameter });
  }
  return found;
};

/**
 * Reads all profiles if the definition becomes narrower, and otherwise none.
 * @param query - Runs in a transaction with the definitions' lock.
 */
export const findUnfit = async (query: Query, before: Attribute, after: Attribute): Promise<Unfit | undefined> => {
  const found = narrowings(before, after);
  if (found.length === 0) return undefined;
  const condition = found.map((one, at) => one.condition.replace("$", `$${at + 2}`)).join(" OR ");
  const [row] = await query<{ count: number; petIds: readonly (bigint | string)[] }>(
    `SELECT count(*)::integer AS count, coalesce((array_agg(pet_id ORDER BY pet_id))[1:${SHOWN_PETS}], '{}') AS "petIds"
     FROM pet_profile, LATERAL (SELECT attributes -> $1::text AS value) AS one
     WHERE value IS NOT NULL AND (${condition})`,
    [String(before.id), ...found.map(({ parameter }) => parameter)],
  );
  const { count = 0, petIds = [] } = row ?? {};
  return count === 0 ? undefined : { fields: found.map(({ field }) => field), count, petIds: petIds.map(Number) };
};

import { Attribute } from "@petstore/contract/routes";
import { lockAdvisory } from "../../database/advisory-lock.js";
import type { Query } from "../../database/query.js";
import { shapeRow } from "../../operation/shape-row.js";

export const DEFINITIONS_LOCK = 0x61747472;

const attributeColumns = `id, name, label, help, type, unit, minimum, maximum, decimals, options,
  category_ids AS "categoryIds", is_public AS "isPublic", is_asked_at_intake AS "isAskedAtIntake", position, is_archived AS "isArchived",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

const toAttribute = shapeRow(Attribute);

/**
 * Keeps definitions and values consistent until the transaction ends. Call it before pets are locked and after
 * categories.
 * @param mode - `exclusive` to change definitions, `shared` to change values.
 */
export const lockDefinitions = (query: Query, mode: "shared" | "exclusive"): Promise<void> =>
  lockAdvisory(query, DEFINITIONS_LOCK, mode);

/**
 * Writes the ids, or null, which no model can write into a list.
 * @param query - Its transaction locks the attribute.
 */
export const writeCategoryIds = (query: Query, id: number, categoryIds: readonly number[] | null): Promise<unknown> =>
  query("UPDATE attribute SET category_ids = $2::bigint[] WHERE id = $1::bigint", [id, categoryIds]);

const allSql = `SELECT ${attributeColumns} FROM attribute ORDER BY position, id`;

/** @returns all definitions, in their order */
export const readDefinitions = async (query: Query): Promise<Attribute[]> =>
  (await query<object>(allSql, [], "all_attributes")).map(toAttribute);

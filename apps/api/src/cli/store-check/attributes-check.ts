import type { StoreCheck } from "./check.js";
import { findFaultyRows, findInTurn } from "./faulty-rows.js";

const derived = `SELECT key.attribute_id, key.value COLLATE "C" AS value, pet_id
  FROM pet_profile, attribute_types() AS types, attribute_keys(attributes, types) AS key`;
/** No filter reads the values of a deleted attribute, which stay here. */
const stored = `SELECT attribute_id, value, pet_id FROM pet_attribute_value
  WHERE EXISTS (SELECT FROM attribute WHERE attribute.id = attribute_id)`;

/** Checks what no foreign key can enforce: ids in an array, and ids that are the names of fields in a JSON object. */
const kinds = [
  {
    place: "attribute.category_ids",
    rule: "names a category that does not exist",
    remedy: "set the categories of the attribute with PATCH /v1/attributes/{attributeId}",
    select: `SELECT 'attribute ' || attribute.id || ' → ' || category_id AS example
      FROM attribute, unnest(category_ids) AS category_id
      WHERE NOT EXISTS (SELECT FROM category WHERE category.id = category_id)`,
  },
  {
    place: "pet_profile.attributes",
    rule: "has a value of an attribute that does not exist",
    remedy: "remove it: UPDATE pet_profile SET attributes = attributes - 'ATTRIBUTE' WHERE pet_id = …",
    select: `SELECT 'pet ' || pet_id || ' → ' || key AS example FROM pet_profile, jsonb_object_keys(attributes) AS key
      WHERE NOT EXISTS (SELECT FROM attribute WHERE attribute.id::text = key)
        AND NOT EXISTS (SELECT FROM deleted_attribute WHERE deleted_attribute.id::text = key)`,
  },
  {
    place: "pet_attribute_value",
    rule: "differs from the values of the profiles, so that filters find the wrong pets",
    remedy: "derive the values again with SELECT derive_attribute_values(); changes of profiles wait while it runs",
    select: `SELECT DISTINCT 'pet ' || pet_id || ', attribute ' || attribute_id AS example
      FROM ((${derived} EXCEPT ${stored}) UNION ALL (${stored} EXCEPT ${derived})) AS different`,
  },
];

export const attributesCheck: StoreCheck = {
  name: "attributes",
  verifies:
    "Attributes refer to categories that exist, profiles refer to attributes that exist, and filters find the values of profiles.",
  run: (query, onProgress) => findInTurn(kinds, (kind) => findFaultyRows(query, kind), onProgress),
};

import type { StoreCheck } from "./check.js";
import { findFaultyRows, findInTurn } from "./faulty-rows.js";

const derived = `SELECT key.attribute_id, key.value COLLATE "C" AS value, pet_id
  FROM pet_profile, attribute_types() AS types, attribute_keys(attributes, types) AS key`;
const stored = "SELECT attribute_id, value, pet_id FROM pet_attribute_value";

/** What no foreign key holds: ids in an array, and in the names of a JSON object. */
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
      WHERE NOT EXISTS (SELECT FROM attribute WHERE attribute.id::text = key)`,
  },
  {
    place: "pet_attribute_value",
    rule: "does not have the values of the profiles, by which filters find pets",
    remedy: "write it anew, while changes of profiles wait: SELECT derive_attribute_values()",
    select: `SELECT DISTINCT 'pet ' || pet_id || ', attribute ' || attribute_id AS example
      FROM ((${derived} EXCEPT ${stored}) UNION ALL (${stored} EXCEPT ${derived})) AS different`,
  },
];

export const attributesCheck: StoreCheck = {
  name: "attributes",
  verifies:
    "Every attribute names categories that exist, and every profile attributes that exist, whose values filters find.",
  run: (query, onProgress) => findInTurn(kinds, (kind) => findFaultyRows(query, kind), onProgress),
};

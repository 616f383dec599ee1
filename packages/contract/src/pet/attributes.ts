import { initContract } from "@ts-rest/core";
import * as z from "zod";
import {
  Attribute,
  AttributeChange,
  AttributeDeletion,
  AttributePath,
  Attributes,
  MAX_ATTRIBUTES,
  NewAttribute,
} from "./attribute.js";
import { size, weight } from "../examples.js";
import { RESTORE_DAYS } from "../event/undo-window.js";
import { Cursor, Limit } from "../http/paging.js";
import { resource } from "../http/resource.js";

const attribute = resource({
  one: "attribute",
  many: "attributes",
  path: "/attributes",
  pathParams: AttributePath,
  schema: Attribute,
  examples: { size },
  writer: "admin",
  takesActionKey: true,
});

const hidden = "For API keys of scope `read`, an attribute that is not public does not exist.";
const unknownCategory = "a category does not exist (`category_not_found`)";

/** The routes under `/attributes`. */
export const attributes = initContract().router(
  {
    listAttributes: attribute.list({
      schema: Attributes,
      query: z.strictObject({ limit: Limit, cursor: Cursor.optional() }),
      description: `Returns a page of attributes, ordered by position, then by id. ${hidden}`,
      examples: { page: [size, weight] },
    }),
    createAttribute: attribute.create({
      body: NewAttribute,
      request: {
        weight: {
          name: weight.name,
          label: weight.label,
          type: weight.type,
          unit: weight.unit,
          minimum: weight.minimum,
          maximum: weight.maximum,
          decimals: weight.decimals,
        },
        size: { name: size.name, label: size.label, type: size.type, options: size.options },
      },
      description: `Defines a field of pets. A store has at most ${MAX_ATTRIBUTES} attributes, including archived ones.`,
      meanings: {
        201: "The attribute was defined.",
        409: `Another attribute has this name (\`name_taken\`); the store has ${MAX_ATTRIBUTES} (\`conflict\`); ${unknownCategory}; or the first request with this \`Idempotency-Key\` is still in progress (\`idempotency_key_in_use\`).`,
      },
      codes: { 409: ["name_taken", "conflict", "category_not_found", "idempotency_key_in_use"] },
      messages: {
        name_taken: "body.name is taken by attribute 4; choose another name",
        conflict: `the store already has the maximum of ${MAX_ATTRIBUTES} attributes; delete one for which no pet has a value`,
        category_not_found: "body.categoryIds.0 refers to category 99, which does not exist",
      },
    }),
    getAttribute: attribute.get({ description: `Returns one attribute. ${hidden}` }),
    updateAttribute: attribute.update({
      body: AttributeChange,
      request: { label: { label: "Grown size" }, bounds: { maximum: 250, decimals: 2 }, archive: { isArchived: true } },
      examples: { size: { ...size, label: "Grown size" } },
      description:
        "Changes those fields of the attribute that are in the body. Texts can always be changed. Bounds, decimals and options can be changed only if the values of all pets remain valid.",
      meanings: {
        409: `Values of pets would no longer be allowed (\`conflict\`; the message names the number of these pets and the first five), or ${unknownCategory}.`,
      },
      codes: { 409: ["conflict", "category_not_found"] },
      messages: {
        conflict: "body.maximum would not fit the values of 1 pet: 123; change their profiles first",
        category_not_found: "body.categoryIds.0 refers to category 99, which does not exist",
      },
    }),
    deleteAttribute: attribute.delete({
      query: AttributeDeletion,
      description: `Deletes an attribute. If pets have values of it, archive it instead, or delete it with \`force=true\`: then nobody sees its values any more. For ${RESTORE_DAYS} days \`POST /v1/attributes/{attributeId}/restore\` brings back the attribute with its values.`,
      meanings: { 409: "A pet has a value of it." },
      codes: { 409: ["in_use"] },
      messages: {
        in_use:
          "pet 123 has a value of attribute 4; archive the attribute by setting isArchived with PATCH /v1/attributes/4, or delete it and its values with DELETE /v1/attributes/4?force=true",
      },
    }),
    restoreAttribute: attribute.restore({
      description: `Brings a deleted attribute back under its id, with the values of the pets that still exist, for ${RESTORE_DAYS} days after its deletion. Its list loses the categories that were deleted in the meantime. An attribute that is not deleted is returned unchanged.`,
      meanings: {
        404: `There is no attribute with this id, and none was deleted in the last ${RESTORE_DAYS} days.`,
        409: `Another attribute now has its name (\`name_taken\`); the store has ${MAX_ATTRIBUTES} (\`conflict\`); or the first request with this \`Idempotency-Key\` is still in progress (\`idempotency_key_in_use\`).`,
      },
      codes: { 409: ["name_taken", "conflict", "idempotency_key_in_use"] },
      messages: {
        name_taken: "attribute 5 now uses that name; delete it first",
        conflict: `the store already has the maximum of ${MAX_ATTRIBUTES} attributes; delete one for which no pet has a value`,
        not_found: `attribute 4 was not deleted in the last ${RESTORE_DAYS} days`,
      },
    }),
  },
  { strictStatusCodes: true },
);

import type { contract } from "@petstore/contract/routes";
import { queryOf } from "../../database/query.js";
import { attributeInUse } from "../../errors.js";
import type { UnattendedOperation } from "../../operation/operation.js";
import type { AttributeResource } from "./attribute-resource.js";
import { lockDefinitions } from "../store/attribute-table.js";
import { findPetWithValue } from "./find-value.js";

/**
 * Deletes an attribute. Its values stay in the profiles, where nothing shows them, so that deleting and restoring
 * change only one row, however many pets have a value.
 */
export const deleteAttribute =
  (attributes: AttributeResource): UnattendedOperation<typeof contract.attributes.deleteAttribute> =>
  async (request, context) => {
    const { tx } = context;
    await lockDefinitions(queryOf(tx), "exclusive");
    const locked = await attributes.lock(tx, request, "deletion");
    const { one: definition, lockedAt } = locked;
    const { id } = definition;
    const petId = request.query.force === true ? undefined : await findPetWithValue(tx, id);
    if (petId !== undefined) throw attributeInUse(id, petId);
    await tx.deletedAttribute.create({ data: { id, definition, deletedAt: lockedAt } });
    return attributes.remove(locked, context);
  };

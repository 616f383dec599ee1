import type { contract } from "@petstore/contract/routes";
import { queryOf } from "../../database/query.js";
import { attributeInUse } from "../../errors.js";
import type { UnattendedOperation } from "../../operation/operation.js";
import type { AttributeResource } from "./attribute-resource.js";
import { lockDefinitions } from "../store/attribute-table.js";

/** Values stay in the profiles, where nothing shows them: deleting and restoring change one row, however many pets have one. */
export const deleteAttribute =
  (attributes: AttributeResource): UnattendedOperation<typeof contract.attributes.deleteAttribute> =>
  async (request, context) => {
    const { tx } = context;
    await lockDefinitions(queryOf(tx), "exclusive");
    const { one: definition } = await attributes.lock(tx, request, "deletion");
    const { id } = definition;
    if (request.query.force !== true) {
      const [used] = await tx.$queryRaw<{ petId: bigint }[]>`
        SELECT pet_id AS "petId" FROM pet_profile WHERE attributes ? ${String(id)} LIMIT 1`;
      if (used !== undefined) throw attributeInUse(id, Number(used.petId));
    }
    await tx.$executeRaw`
      INSERT INTO deleted_attribute (id, definition) VALUES (${id}::bigint, ${JSON.stringify(definition)}::jsonb)`;
    return attributes.delete(request, context);
  };

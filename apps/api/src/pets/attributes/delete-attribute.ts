import type { contract } from "@petstore/contract/routes";
import { queryOf } from "../../database/query.js";
import { attributeInUse } from "../../errors.js";
import type { Operation } from "../../operation/operation.js";
import type { AttributeResource } from "./attribute-resource.js";
import { lockDefinitions } from "../store/attribute-table.js";

export const deleteAttribute =
  (attributes: AttributeResource): Operation<typeof contract.attributes.deleteAttribute> =>
  async (request, context) => {
    const { tx } = context;
    await lockDefinitions(queryOf(tx), "exclusive");
    const { id } = await attributes.lock(tx, request, "deletion");
    const [used] = await tx.$queryRaw<{ petId: bigint }[]>`
      SELECT pet_id AS "petId" FROM pet_profile WHERE attributes ? ${String(id)} LIMIT 1`;
    if (used !== undefined) throw attributeInUse(id, Number(used.petId));
    return attributes.delete(request, context);
  };

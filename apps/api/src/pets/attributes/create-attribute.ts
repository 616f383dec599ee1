import type { contract } from "@petstore/contract/routes";
import { nameTaken } from "../../errors.js";
import type { Answer, Input, MutationContext } from "../../operation/operation.js";
import type { AttributeResource } from "./attribute-resource.js";
import { lockForDefinition, requireRoom } from "./lock-for-definition.js";

type CreateAttribute = typeof contract.attributes.createAttribute;

export const createAttribute =
  (attributes: AttributeResource) =>
  async (
    { body }: Pick<Input<CreateAttribute>, "body">,
    context: Pick<MutationContext, "tx" | "record">,
  ): Promise<Answer<CreateAttribute>> => {
    const { tx } = context;
    await lockForDefinition(tx, body.categoryIds ?? []);
    await requireRoom(tx, body.name, (id) => nameTaken("attribute", id));
    const decimals = body.type === "number" ? (body.decimals ?? 0) : null;
    return attributes.create({ body: { ...body, decimals } }, context);
  };

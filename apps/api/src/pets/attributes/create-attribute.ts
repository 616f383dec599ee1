import { type contract, MAX_ATTRIBUTES } from "@petstore/contract/routes";
import { attributeNameTaken, tooManyAttributes } from "../../errors.js";
import type { Answer, Input, MutationContext } from "../../operation/operation.js";
import type { AttributeResource } from "./attribute-resource.js";
import { lockForDefinition } from "./lock-for-definition.js";

type CreateAttribute = typeof contract.attributes.createAttribute;

export const createAttribute =
  (attributes: AttributeResource) =>
  async (
    { body }: Pick<Input<CreateAttribute>, "body">,
    context: Pick<MutationContext, "tx" | "record">,
  ): Promise<Answer<CreateAttribute>> => {
    const { tx } = context;
    await lockForDefinition(tx, body.categoryIds ?? []);
    const others = await tx.$queryRaw<{ id: bigint; name: string }[]>`SELECT id, name FROM attribute`;
    const same = others.find(({ name }) => name === body.name);
    if (same !== undefined) throw attributeNameTaken(Number(same.id));
    if (others.length >= MAX_ATTRIBUTES) throw tooManyAttributes();
    const decimals = body.type === "number" ? (body.decimals ?? 0) : null;
    return attributes.create({ body: { ...body, decimals } }, context);
  };

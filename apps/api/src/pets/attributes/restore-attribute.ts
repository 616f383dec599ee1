import { type Attribute, type contract, MAX_ATTRIBUTES, RESTORE_DAYS } from "@petstore/contract/routes";
import { attributeNameTakenMeanwhile, attributeNotDeleted, tooManyAttributes } from "../../errors.js";
import { Prisma } from "../../generated/client.js";
import type { UnattendedOperation, Transaction } from "../../operation/operation.js";
import type { AttributeResource } from "./attribute-resource.js";
import { lockForDefinition } from "./lock-for-definition.js";

const canBeRestored = (id: number) =>
  Prisma.sql`id = ${id}::bigint AND purged_pet_id IS NULL
    AND deleted_at > now() - make_interval(days => ${RESTORE_DAYS}::integer)`;

type Deleted = { readonly definition: Attribute };

/** Those of its categories that still exist; null for all. */
const categoriesLeft = async (tx: Transaction, { categoryIds }: Attribute): Promise<number[] | null> => {
  if (categoryIds === null) return null;
  const rows = await tx.$queryRaw<{ id: bigint }[]>`SELECT id FROM category WHERE id = ANY (${categoryIds}::bigint[])`;
  const existing = new Set(rows.map(({ id }) => Number(id)));
  return categoryIds.filter((id) => existing.has(id));
};

export const restoreAttribute =
  (attributes: AttributeResource): UnattendedOperation<typeof contract.attributes.restoreAttribute> =>
  async ({ body: { id } }, { tx, record }) => {
    const [known] = await tx.$queryRaw<Deleted[]>`SELECT definition FROM deleted_attribute WHERE ${canBeRestored(id)}`;
    if (known === undefined) throw attributeNotDeleted(id);
    const categoryIds = await categoriesLeft(tx, known.definition);
    await lockForDefinition(tx, categoryIds ?? []);
    const [deleted] = await tx.$queryRaw<Deleted[]>`
      DELETE FROM deleted_attribute WHERE ${canBeRestored(id)} RETURNING definition`;
    if (deleted === undefined) throw attributeNotDeleted(id);
    const { definition } = deleted;
    const others = await tx.$queryRaw<{ id: bigint; name: string }[]>`SELECT id, name FROM attribute`;
    const same = others.find(({ name }) => name === definition.name);
    if (same !== undefined) throw attributeNameTakenMeanwhile(Number(same.id));
    if (others.length >= MAX_ATTRIBUTES) throw tooManyAttributes();
    const { body } = await attributes.create(
      { body: { ...definition, categoryIds } },
      { tx, record: (entry) => record({ ...entry, action: "attribute.restore" }) },
    );
    return { status: 200, body };
  };

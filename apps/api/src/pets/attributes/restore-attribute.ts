import { type Attribute, type contract, RESTORE_DAYS } from "@petstore/contract/routes";
import { lockRow } from "../../database/lock-row.js";
import { attributeNameTakenMeanwhile, attributeNotDeleted } from "../../errors.js";
import type { UnattendedOperation, Transaction } from "../../operation/operation.js";
import { updated } from "../../operation/resource-answers.js";
import type { AttributeResource } from "./attribute-resource.js";
import { lockForDefinition, requireRoom } from "./lock-for-definition.js";

const RESTORE_MS = RESTORE_DAYS * 24 * 60 * 60 * 1_000;

/**
 * @param now - The database's time once the row is locked; undefined before that, so that the age of the deletion is
 * not checked.
 */
const findDeleted = async (tx: Transaction, id: number, now?: Date): Promise<Attribute | undefined> => {
  const isRecent = now && { deletedAt: { gt: new Date(now.getTime() - RESTORE_MS) } };
  const deleted = await tx.deletedAttribute.findFirst({ where: { id, purgedPetId: null, ...isRecent } });
  return deleted?.definition as Attribute | undefined;
};

/** Returns the categories of the attribute that still exist; null for all. */
const categoriesLeft = async (tx: Transaction, { categoryIds }: Attribute): Promise<number[] | null> => {
  if (categoryIds === null) return null;
  const categories = await tx.category.findMany({ where: { id: { in: categoryIds } }, select: { id: true } });
  const existing = new Set(categories.map(({ id }) => id));
  return categoryIds.filter((id) => existing.has(id));
};

export const restoreAttribute =
  (attributes: AttributeResource): UnattendedOperation<typeof contract.attributes.restoreAttribute> =>
  async ({ params }, { tx, record }) => {
    const { attributeId: id } = params;
    /** The attribute was never deleted, or another request has restored it, perhaps while this one waited for the lock. */
    const findRestored = async () => {
      if ((await tx.attribute.count({ where: { id } })) === 0) throw attributeNotDeleted(id);
      return updated(await attributes.find(tx, { params }));
    };
    const deleted = await findDeleted(tx, id);
    if (deleted === undefined) return findRestored();
    const categoryIds = await categoriesLeft(tx, deleted);
    await lockForDefinition(tx, categoryIds ?? []);
    const lockedAt = await lockRow(tx, "deletedAttribute", id, "deletion");
    if (lockedAt === undefined) return findRestored();
    const definition = await findDeleted(tx, id, lockedAt);
    if (definition === undefined) throw attributeNotDeleted(id);
    await tx.deletedAttribute.delete({ where: { id } });
    await requireRoom(tx, definition.name, attributeNameTakenMeanwhile);
    const { body } = await attributes.create(
      { body: { ...definition, categoryIds } },
      { tx, record: (entry) => record({ ...entry, action: "attribute.restore" }) },
    );
    return updated(body);
  };

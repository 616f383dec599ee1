import type { AuditEntry } from "../operation/audit-trail.js";
import type { MutationContext } from "../operation/operation.js";

/**
 * Keeps only the created categories that a pet uses, and records them. A change may be refused after the category of
 * its pet was created, because categories are locked first.
 * @param used - The ids of the categories of the written pets.
 */
export const keepUsedCategories = async (
  { tx, record }: Pick<MutationContext, "tx" | "record">,
  registered: readonly AuditEntry[],
  used: ReadonlySet<number | undefined>,
): Promise<void> => {
  const isUsed = ({ subject: { id } }: AuditEntry) => id !== null && used.has(id);
  const unused = registered.filter((entry) => !isUsed(entry)).flatMap(({ subject: { id } }) => id ?? []);
  if (unused.length > 0) await tx.category.deleteMany({ where: { id: { in: unused } } });
  for (const entry of registered.filter(isUsed)) record(entry);
};

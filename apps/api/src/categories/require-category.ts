import { type LockStrength, lockRow } from "../database/lock-row.js";
import { noSuchCategory } from "../errors.js";
import { requireMatch } from "../operation/etag.js";
import type { Transaction } from "../operation/operation.js";
import { findCategory } from "./find-category.js";

type CategoryRequest = {
  readonly categoryId: number;
  readonly ifMatch: string | undefined;
  /**
   * The strength of the lock that the caller holds. Under the lock of a deletion, the number of pets is final, because
   * no pet can be added or moved to the category.
   */
  readonly lockedFor: LockStrength;
};

/**
 * Checks `If-Match`. Without it, nothing is checked here, because the statement that writes finds out whether the
 * category exists.
 * @throws AppError 404; 412 if `If-Match` does not match
 */
export const requireCategory = async (
  tx: Transaction,
  { categoryId, ifMatch, lockedFor }: CategoryRequest,
): Promise<void> => {
  if (ifMatch === undefined) return;
  const lockedAt = await lockRow(tx, "category", categoryId, lockedFor);
  if (lockedAt === undefined) throw noSuchCategory(categoryId);
  // A new statement counts the pets that were committed before the lock was acquired.
  requireMatch(ifMatch, "category", await findCategory(tx, categoryId));
};

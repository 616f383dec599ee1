import { noSuchCategory } from "../errors.js";
import { Prisma } from "../generated/client.js";
import { requireMatch } from "../operation/etag.js";
import type { Transaction } from "../operation/operation.js";
import { findCategory } from "./find-category.js";

const locks = {
  // Allows concurrent references to the category: its id does not change.
  change: Prisma.sql`FOR NO KEY UPDATE`,
  // No pet can be added or moved here from then on, so the number of pets is final too.
  deletion: Prisma.sql`FOR UPDATE`,
};

type CategoryRequest = {
  readonly categoryId: number;
  readonly ifMatch: string | undefined;
  readonly lockedFor: keyof typeof locks;
};

/**
 * Does nothing without `If-Match`: then the statement that writes finds out whether the category exists.
 * @throws AppError 404; 412 if `If-Match` does not match.
 */
export const requireCategory = async (
  tx: Transaction,
  { categoryId, ifMatch, lockedFor }: CategoryRequest,
): Promise<void> => {
  if (ifMatch === undefined) return;
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT FROM category WHERE id = ${categoryId}::bigint ${locks[lockedFor]}`;
  if (rows.length === 0) throw noSuchCategory(categoryId);
  // A new statement counts the pets that were committed before the lock was acquired.
  requireMatch(ifMatch, "category", await findCategory(tx, categoryId));
};

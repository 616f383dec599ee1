import { lastOwner } from "../../errors.js";
import type { Account, Prisma } from "../../generated/client.js";
import type { Transaction } from "../../operation/operation.js";

const canSignIn = {
  OR: [{ credentials: { some: { password: { not: null } } } }, { passkeys: { some: {} } }],
} as const satisfies Prisma.AccountWhereInput;

/**
 * Checks that an owner who can sign in remains after a change. An invited owner does not count, because they may never
 * accept the invitation. A reset by an operator is not checked, because it must also work for the only owner.
 * @throws AppError 409 if this is the last owner who can sign in
 */
export const checkOwnerRemains = async (tx: Transaction, { id }: Pick<Account, "id">): Promise<void> => {
  const owners = await tx.account.findMany({
    where: { role: "owner", banned: false, ...canSignIn },
    select: { id: true },
    take: 2,
  });
  if (owners.length === 1 && owners[0]?.id === id) throw lastOwner();
};

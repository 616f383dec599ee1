import type { Transaction } from "../../operation/operation.js";

export const credentialKey = (accountId: bigint) => ({
  userId_providerId: { userId: accountId, providerId: "credential" },
});

export const setPassword = async (
  tx: Pick<Transaction, "credential">,
  accountId: bigint,
  password: string | null,
): Promise<void> => {
  const where = credentialKey(accountId);
  const create = { ...where.userId_providerId, accountId: String(accountId), password };
  await tx.credential.upsert({ where, create, update: { password } });
};

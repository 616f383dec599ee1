import type { Transaction } from "../../operation/operation.js";
import { setPassword } from "./set-password.js";

/** Also ends the sessions of the account, and the sign-ins that wait for a second factor. @param passwordHash - Null for none. */
export const resetPassword = async (tx: Transaction, accountId: bigint, passwordHash: string | null): Promise<void> => {
  // First: a sign-in with the old password holds a lock on the credential or on its challenge, so its session is deleted below.
  await setPassword(tx, accountId, passwordHash);
  await tx.challenge.deleteMany({ where: { accountId } });
  await tx.session.deleteMany({ where: { accountId } });
};

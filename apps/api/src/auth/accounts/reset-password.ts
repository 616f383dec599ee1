import type { Transaction } from "../../operation/operation.js";
import { setPassword } from "./set-password.js";

/**
 * Sets or removes the password, and ends the account's sessions and the sign-ins that wait for a second factor.
 * @param passwordHash - Null removes the password.
 */
export const resetPassword = async (tx: Transaction, accountId: bigint, passwordHash: string | null): Promise<void> => {
  // The password is set first. A sign-in with the old password holds a lock on the credential or on its challenge, so
  // its session exists by the time the sessions are deleted below.
  await setPassword(tx, accountId, passwordHash);
  await tx.challenge.deleteMany({ where: { accountId } });
  await tx.session.deleteMany({ where: { accountId } });
};

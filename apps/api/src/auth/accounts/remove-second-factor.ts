import type { Account } from "../../generated/client.js";
import { accountEvent } from "./account-state.js";
import type { AccountChange } from "./change-accounts.js";

/** Removes the authenticator app, the recovery codes and the passkeys of an account. @returns whether it had any */
export const removeSecondFactor = async ({ tx, record }: AccountChange, account: Account): Promise<boolean> => {
  const where = { accountId: account.id };
  const removed = [
    await tx.totp.deleteMany({ where }),
    await tx.recoveryCode.deleteMany({ where }),
    await tx.passkey.deleteMany({ where }),
  ];
  await tx.challenge.deleteMany({ where });
  if (removed.every(({ count }) => count === 0)) return false;
  record(accountEvent("account.disable_second_factor", account));
  return true;
};

import type { Account } from "../../generated/client.js";
import { toAccountState } from "./account-state.js";
import type { AccountChange } from "./change-accounts.js";

/** Removes code generator, recovery codes and passkeys. @returns whether there was one. */
export const removeSecondFactor = async (
  { tx, record }: AccountChange,
  { id, ...account }: Account,
): Promise<boolean> => {
  const where = { accountId: id };
  const removed = [
    await tx.totp.deleteMany({ where }),
    await tx.recoveryCode.deleteMany({ where }),
    await tx.passkey.deleteMany({ where }),
  ];
  await tx.challenge.deleteMany({ where });
  if (removed.every(({ count }) => count === 0)) return false;
  const state = toAccountState({ id, ...account });
  const action = "account.disable_second_factor";
  record({ action, subject: { kind: "account", id: state.id }, before: state, after: state });
  return true;
};

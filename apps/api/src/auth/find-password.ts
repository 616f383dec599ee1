import { credentialKey } from "./accounts/set-password.js";
import { invalidPassword, type PlaceName } from "../errors.js";
import type { Transaction } from "../operation/operation.js";

/**
 * Returns the hash of an account's password.
 * @throws AppError 400 if the account has no password, because then every password is wrong
 */
export const findPassword = async (
  db: Pick<Transaction, "credential">,
  accountId: bigint,
  place?: PlaceName,
): Promise<string> => {
  const credential = await db.credential.findUnique({ where: credentialKey(accountId) });
  if (credential === null || credential.password === null) throw invalidPassword(place);
  return credential.password;
};

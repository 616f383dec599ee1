import { createHmac } from "node:crypto";
import type { Transaction } from "../../operation/operation.js";
import { bareCode, randomCode } from "./random-code.js";

const CODES = 10;
/**
 * A code has 60 bits, so an attacker could find it from a plain hash. The hash therefore uses a key that is not in the
 * database.
 */
const GROUPS = 3;

const hashOf = (authSecret: string, code: string) => {
  const key = createHmac("sha256", authSecret).update("petstore recovery code").digest();
  return createHmac("sha256", key).update(bareCode(code)).digest();
};

/** Creates new recovery codes. The account's previous codes stop working. */
export const createRecoveryCodes = async (
  tx: Pick<Transaction, "recoveryCode">,
  authSecret: string,
  accountId: bigint,
): Promise<string[]> => {
  const codes = Array.from({ length: CODES }, () => randomCode(GROUPS));
  await tx.recoveryCode.deleteMany({ where: { accountId } });
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ accountId, hash: hashOf(authSecret, code) })) });
  return codes;
};

/** Uses up a recovery code. @returns whether the account had the code */
export const useUpRecoveryCode = async (
  tx: Pick<Transaction, "recoveryCode">,
  authSecret: string,
  accountId: bigint,
  code: string,
): Promise<boolean> => {
  const { count } = await tx.recoveryCode.deleteMany({ where: { accountId, hash: hashOf(authSecret, code) } });
  return count === 1;
};

import { createHmac } from "node:crypto";
import type { Transaction } from "../../operation/operation.js";
import { bareCode, randomCode } from "./random-code.js";

const CODES = 10;
/** 60 bits: too few for a fast hash that anybody could compute, so the hash has a key that no dump contains. */
const GROUPS = 3;

const hashOf = (authSecret: string, code: string) => {
  const key = createHmac("sha256", authSecret).update("petstore recovery code").digest();
  return createHmac("sha256", key).update(bareCode(code)).digest();
};

/** The previous codes of the account stop working. */
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

/** @returns whether the account had the code; it has it no more. */
export const useUpRecoveryCode = async (
  tx: Pick<Transaction, "recoveryCode">,
  authSecret: string,
  accountId: bigint,
  code: string,
): Promise<boolean> => {
  const { count } = await tx.recoveryCode.deleteMany({ where: { accountId, hash: hashOf(authSecret, code) } });
  return count === 1;
};

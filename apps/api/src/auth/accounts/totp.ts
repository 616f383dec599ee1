import { randomBytes, timingSafeEqual } from "node:crypto";
import { createOTP } from "@better-auth/utils/otp";
import type { StaffAuth } from "./staff-auth.js";
import type { Transaction } from "../../operation/operation.js";

const ISSUER = "Pet Store";
const PERIOD_SECONDS = 30;
/**
 * The previous and the next code are accepted as well, because clocks differ and people need time to type (RFC 6238
 * §5.2).
 */
const STEPS_OFF = [0, -1, 1];

const otpOf = (secret: string) => createOTP(secret, { digits: 6, period: PERIOD_SECONDS });

export const createTotpSecret = (email: string): { readonly secret: string; readonly totpUri: string } => {
  // The secret has 144 bits. RFC 4226 §4 recommends at least 128.
  const secret = randomBytes(18).toString("base64url");
  return { secret, totpUri: otpOf(secret).url(ISSUER, email) };
};

/** Returns the secret in base32, the form in which people type it into an app. */
export const typedSecret = (totpUri: string): string => new URL(totpUri).searchParams.get("secret") ?? "";

/** Finds the time step of a code: the current step, or the one before or after it. */
export const findStep = async (secret: string, code: string): Promise<bigint | undefined> => {
  const current = Math.floor(Date.now() / 1_000 / PERIOD_SECONDS);
  let found: bigint | undefined;
  for (const off of STEPS_OFF) {
    const expected = await otpOf(secret).hotp(current + off);
    const isEqual = expected.length === code.length && timingSafeEqual(Buffer.from(expected), Buffer.from(code));
    if (isEqual) found ??= BigInt(current + off);
  }
  return found;
};

/** Uses up a code together with all earlier ones. @returns whether it was right */
export const useUpTotp = async (
  tx: Pick<Transaction, "totp">,
  auth: Pick<StaffAuth, "decrypt">,
  accountId: bigint,
  code: string,
): Promise<boolean> => {
  const totp = await tx.totp.findFirst({ where: { accountId, enabledAt: { not: null } } });
  // If the secret was encrypted with another AUTH_SECRET, every code is wrong: see docs/authentication.md.
  const secret = totp && (await auth.decrypt(totp.secret).catch(() => undefined));
  const step = secret && (await findStep(secret, code));
  if (!step) return false;
  const { count } = await tx.totp.updateMany({
    where: { accountId, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count === 1;
};

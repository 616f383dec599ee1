import type { Prisma } from "../../generated/client.js";

/**
 * What decides how an account signs in, to be read with it. Prisma reads relations at the same time: pg warns of a third
 * one in a transaction, and a count is part of the first query.
 */
export const withFactors = {
  credentials: { select: { password: true } },
  totp: { select: { enabledAt: true } },
  _count: { select: { passkeys: true } },
} as const satisfies Prisma.AccountInclude;

export type AccountWithFactors = Prisma.AccountGetPayload<{ include: typeof withFactors }>;

type Factors = Pick<AccountWithFactors, keyof typeof withFactors>;

export const hasPassword = ({ credentials }: Pick<Factors, "credentials">): boolean =>
  credentials.some(({ password }) => password !== null);

export const hasTotp = ({ totp }: Pick<Factors, "totp">): boolean => totp !== null && totp.enabledAt !== null;

export const hasPasskey = ({ _count: { passkeys } }: Pick<Factors, "_count">): boolean => passkeys > 0;

export const hasSecondFactor = (factors: Omit<Factors, "credentials">): boolean =>
  hasTotp(factors) || hasPasskey(factors);

import type { Prisma } from "../../generated/client.js";

/**
 * The relations that decide how an account signs in. Prisma reads relations concurrently, and pg warns about a third
 * concurrent query in a transaction. So the passkeys are only counted, because a count is part of the first query.
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

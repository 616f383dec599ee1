import type { Prisma } from "../generated/client.js";

/** What decides how an account signs in, to be read with it. */
export const withFactors = {
  credentials: { select: { password: true } },
  totp: { select: { enabledAt: true } },
  passkeys: { select: { id: true }, take: 1 },
} as const satisfies Prisma.AccountInclude;

export type AccountWithFactors = Prisma.AccountGetPayload<{ include: typeof withFactors }>;

type Factors = Pick<AccountWithFactors, keyof typeof withFactors>;

export const hasPassword = ({ credentials }: Pick<Factors, "credentials">): boolean =>
  credentials.some(({ password }) => password !== null);

export const hasTotp = ({ totp }: Pick<Factors, "totp">): boolean => totp !== null && totp.enabledAt !== null;

export const hasPasskey = ({ passkeys }: Pick<Factors, "passkeys">): boolean => passkeys.length > 0;

export const hasSecondFactor = (factors: Omit<Factors, "credentials">): boolean =>
  hasTotp(factors) || hasPasskey(factors);

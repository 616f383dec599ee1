import { createHash, randomBytes } from "node:crypto";
import { cookiePrefix } from "./accounts/names.js";
import type { Challenge, ChallengeKind, Prisma } from "../generated/client.js";
import type { Transaction } from "../operation/operation.js";
import { cookieNamed, writeCookie } from "./cookie.js";

const LIFE_SECONDS = 600;
/** The maximum number of wrong codes in one sign-in. */
const MAX_FAILURES = 5;

type Db = Pick<Transaction, "challenge">;
type NewChallenge = Pick<Challenge, "kind"> & Partial<Pick<Challenge, "accountId" | "challenge" | "isRemembered">>;
type Started = { readonly cookie: string; readonly expiresAt: Date };

/**
 * Challenges that a browser must answer within 10 minutes, and only once. The cookie contains a token, and the database
 * stores only the hash of the token.
 */
export type Challenges = {
  start(db: Db, challenge: NewChallenge): Promise<Started>;
  /** Uses up the challenge, so that it cannot be answered a second time. */
  take(db: Db, cookies: string | undefined, kind: ChallengeKind): Promise<Challenge | undefined>;
  /**
   * Counts an attempt at a second factor before the code is checked, so that each of several concurrent guesses counts.
   */
  countAttempt(db: Db, cookies: string | undefined): Promise<Challenge | undefined>;
  /** @returns the header field that deletes the cookie */
  forget(kind: ChallengeKind): string;
};

const hashOf = (token: string) => createHash("sha256").update(token).digest();

export const createChallenges = (isSecure: boolean): Challenges => {
  const nameOf = (kind: ChallengeKind) =>
    `${cookiePrefix(isSecure)}.${kind === "second_factor" ? "challenge" : "passkey"}`;
  const open = (cookies: string | undefined, kind: ChallengeKind): Prisma.ChallengeWhereInput => ({
    hash: hashOf(cookieNamed(nameOf(kind), cookies)),
    kind,
    expiresAt: { gt: new Date() },
  });
  const only = (rows: readonly Challenge[]) => rows[0];
  return {
    start: async (db, challenge) => {
      const token = randomBytes(32).toString("base64url");
      const expiresAt = new Date(Date.now() + LIFE_SECONDS * 1_000);
      await db.challenge.create({ data: { ...challenge, hash: hashOf(token), expiresAt } });
      return { cookie: writeCookie(nameOf(challenge.kind), token, LIFE_SECONDS, isSecure), expiresAt };
    },
    take: async (db, cookies, kind) => {
      const where = open(cookies, kind);
      const found = await db.challenge.findFirst({ where });
      const { count } = await db.challenge.deleteMany({ where });
      return count === 1 && found !== null ? found : undefined;
    },
    countAttempt: async (db, cookies) =>
      only(
        await db.challenge.updateManyAndReturn({
          where: { ...open(cookies, "second_factor"), failures: { lt: MAX_FAILURES } },
          data: { failures: { increment: 1 } },
        }),
      ),
    forget: (kind) => writeCookie(nameOf(kind), "", 0, isSecure),
  };
};

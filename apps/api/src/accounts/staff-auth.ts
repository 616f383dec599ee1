import type { Logger } from "pino";
import type { Config } from "../config.js";
import type { AccountRole, PrismaClient } from "../generated/client.js";
import type { Transaction } from "../operation/operation.js";

/** What an account is made of. */
export type NewAccount = {
  readonly email: string;
  readonly name: string;
  readonly role: AccountRole;
  /** Of `hashPassword`. */
  readonly passwordHash: string;
};

/** Who is signed in. */
export type SignedIn = {
  readonly sessionId: bigint;
  readonly account: { readonly id: bigint; readonly email: string; readonly name: string; readonly role: AccountRole };
};

/** better-auth, as the rest of the service knows it. Given a transaction, all that it reads and writes goes through it. */
export type StaffAuth = {
  /**
   * Answers a request below `/auth`.
   * @throws what failed inside: whichever way better-auth takes it, a failure of the database is no answer.
   */
  answer(request: Request, tx?: Transaction): Promise<Response>;
  /** @returns undefined where the cookie opens no session. */
  findSession(headers: Headers): Promise<SignedIn | undefined>;
  /** scrypt, with a salt of its own. */
  hashPassword(password: string): Promise<string>;
  verifyPassword(passwordHash: string, password: string): Promise<boolean>;
  insertAccount(tx: Transaction, newAccount: NewAccount): Promise<bigint>;
  setPassword(tx: Transaction, accountId: bigint, passwordHash: string): Promise<void>;
};

/** How passwords are hashed and verified. */
export type PasswordHashing = {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (given: { readonly hash: string; readonly password: string }) => Promise<boolean>;
};

/** What better-auth is built from. */
export type StaffAuthParts = {
  readonly db: PrismaClient;
  readonly config: Pick<Config, "publicUrl">;
  readonly log: Logger;
  /** Signs cookies. Without it a random one does: enough for work that neither begins nor finds a session. */
  readonly authSecret?: string;
  /** Replaces better-auth's scrypt. */
  readonly passwordHashing?: PasswordHashing | undefined;
};

/** Loaded at the first use: better-auth takes half a second and 30 MB, and a service where nobody signs in needs it not. */
export const openStaffAuth = async (parts: StaffAuthParts): Promise<StaffAuth> => {
  const { createStaffAuth } = await import("./better-auth.js");
  return createStaffAuth(parts);
};

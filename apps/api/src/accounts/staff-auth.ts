import type { Logger } from "pino";
import type { Config } from "../config.js";
import type { PrismaClient } from "../generated/client.js";
import type { Transaction } from "../operation/operation.js";

/** A session that has started, and the `Set-Cookie` fields that open it. */
type StartedSession = { readonly sessionId: bigint; readonly cookies: readonly string[] };

/** better-auth as the rest of the service knows it: sessions with their signed cookies, and hashes of passwords. */
export type StaffAuth = {
  /** @param isRemembered - Whether the session outlives the browser; undefined for as its last session did. */
  startSession(
    tx: Transaction,
    accountId: bigint,
    options: { readonly headers: Headers; readonly isRemembered: boolean | undefined },
  ): Promise<StartedSession>;
  /** @returns the session that the cookie opens, if any. */
  findSession(headers: Headers): Promise<bigint | undefined>;
  /** As `findSession`; extends a session that is older than a day. */
  renewSession(
    headers: Headers,
  ): Promise<{ readonly sessionId: bigint | undefined; readonly cookies: readonly string[] }>;
  /** Ends the session that the cookie opens, if any. @returns the `Set-Cookie` fields that delete the cookies. */
  endSession(headers: Headers): Promise<readonly string[]>;
  /** scrypt, with a salt of its own. */
  hashPassword(password: string): Promise<string>;
  verifyPassword(passwordHash: string, password: string): Promise<boolean>;
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
  /** Signs cookies. The default is a random one: enough for work that neither starts nor finds a session. */
  readonly authSecret?: string;
  /** Replaces better-auth's scrypt. */
  readonly passwordHashing?: PasswordHashing | undefined;
};

/** Loaded at the first use: better-auth takes half a second and 30 MB, which a service without sign-ins can save. */
export const openStaffAuth = async (parts: StaffAuthParts): Promise<StaffAuth> => {
  const { createStaffAuth } = await import("./better-auth.js");
  return createStaffAuth(parts);
};

import type { Logger } from "pino";
import type { Config } from "../../config/config.js";
import type { Transaction } from "../../operation/operation.js";
import type { Db } from "../../database/prisma-client.js";

type StartedSession = { readonly sessionId: bigint; readonly cookies: readonly string[] };

export type StaffAuth = {
  /** @param isRemembered - True if the session continues after the browser is closed. */
  startSession(
    tx: Transaction,
    accountId: bigint,
    options: { readonly headers: Headers; readonly isRemembered: boolean },
  ): Promise<StartedSession>;
  findSession(headers: Headers): Promise<bigint | undefined>;
  /** @returns the header fields that delete the cookies. */
  endSession(headers: Headers): Promise<readonly string[]>;
  hashPassword(password: string): Promise<string>;
  verifyPassword(passwordHash: string, password: string): Promise<boolean>;
  encrypt(text: string): Promise<string>;
  /** @throws if the text was encrypted with another secret. */
  decrypt(encrypted: string): Promise<string>;
};

export type PasswordHashing = {
  readonly hash: (password: string) => Promise<string>;
  readonly verify: (given: { readonly hash: string; readonly password: string }) => Promise<boolean>;
};

export type StaffAuthParts = {
  readonly db: Db;
  readonly config: Pick<Config, "publicUrl">;
  readonly log: Logger;
  readonly authSecret?: string;
  readonly passwordHashing?: PasswordHashing | undefined;
};

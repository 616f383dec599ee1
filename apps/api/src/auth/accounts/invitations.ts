import { createHash } from "node:crypto";
import type { Invitation } from "@petstore/contract/auth";
import type { Account } from "../../generated/client.js";
import type { Transaction } from "../../operation/operation.js";
import { bareCode, randomCode } from "./random-code.js";

const LIFE_MS = 72 * 3_600_000;
/** The code has 140 bits, so a fast hash without salt is enough. */
const GROUPS = 7;

export const invitationHash = (code: string) => createHash("sha256").update(bareCode(code)).digest();

/**
 * @param origin - The origin of the page on which the code is entered. The code is in the fragment of the link, so it
 * appears in no log and no `Referer`.
 */
const toInvitation = (origin: string, code: string, expiresAt: Date): Invitation => ({
  url: `${origin}/invitation#${code}`,
  code,
  expiresAt: expiresAt.toISOString(),
});

/** Creates an invitation. An earlier invitation of the account stops working. */
export const createInvitation = async (
  tx: Pick<Transaction, "invitation">,
  accountId: bigint,
  origin: string,
): Promise<Invitation> => {
  const code = randomCode(GROUPS);
  const now = new Date();
  const data = { hash: invitationHash(code), createdAt: now, expiresAt: new Date(now.getTime() + LIFE_MS) };
  await tx.invitation.upsert({ where: { accountId }, create: { accountId, ...data }, update: data });
  return toInvitation(origin, code, data.expiresAt);
};

export type OpenInvitation = { readonly account: Account; readonly expiresAt: Date };

export const findInvitation = async (
  db: Pick<Transaction, "invitation">,
  code: string,
): Promise<OpenInvitation | undefined> => {
  const found = await db.invitation.findUnique({ where: { hash: invitationHash(code) }, include: { account: true } });
  if (found === null || found.expiresAt <= new Date() || found.account.banned) return undefined;
  return found;
};

/** Uses up an invitation. @returns whether it was still valid, which is true for only one of two concurrent requests */
export const useUpInvitation = async (tx: Pick<Transaction, "invitation">, code: string): Promise<boolean> => {
  const { count } = await tx.invitation.deleteMany({
    where: { hash: invitationHash(code), expiresAt: { gt: new Date() } },
  });
  return count === 1;
};

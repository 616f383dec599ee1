import { createHash } from "node:crypto";
import type { Invitation } from "@petstore/contract/auth";
import type { Account } from "../../generated/client.js";
import type { Transaction } from "../../operation/operation.js";
import { bareCode, randomCode } from "./random-code.js";

const LIFE_MS = 72 * 3_600_000;
/** 140 bits: a fast hash without salt is enough. */
const GROUPS = 7;

export const invitationHash = (code: string) => createHash("sha256").update(bareCode(code)).digest();

/** @param origin - Of the page that takes the code. The code is in the fragment, so no log and no `Referer` has it. */
const toInvitation = (origin: string, code: string, expiresAt: Date): Invitation => ({
  url: `${origin}/invitation#${code}`,
  code,
  expiresAt: expiresAt.toISOString(),
});

/** An earlier invitation of the account stops working. */
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

/** @returns whether it was still open: of two that accept it at once, one does. */
export const useUpInvitation = async (tx: Pick<Transaction, "invitation">, code: string): Promise<boolean> => {
  const { count } = await tx.invitation.deleteMany({
    where: { hash: invitationHash(code), expiresAt: { gt: new Date() } },
  });
  return count === 1;
};

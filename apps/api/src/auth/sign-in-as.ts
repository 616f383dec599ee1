import type { Actor } from "@petstore/contract/routes";
import { queryOf } from "../database/query.js";
import { audited } from "../operation/audit-trail.js";
import type { Transaction } from "../operation/operation.js";
import type { AuthCall, AuthOperationId } from "./auth-operation.js";
import { requestOriginOf } from "./request-origin.js";
import type { SignInMethod, SignInOrigin } from "./sign-in-trail.js";
import { type NewSession, type StartedSession, startSession } from "./start-session.js";

type Call = Pick<AuthCall<AuthOperationId>, "auth" | "headers">;

export type Person = Omit<NewSession, "hasSecondFactor"> & {
  readonly email: string;
  readonly method: SignInMethod;
  readonly origin: SignInOrigin;
};

/** A passkey is two factors: the device, and its check of the user. */
const strong: readonly SignInMethod[] = ["totp", "recoveryCode", "passkey"];

/** Starts a session and writes the sign-in to the audit trail, in the transaction that has locked what the person proved. */
export const signInAs = async (
  tx: Transaction,
  call: Call,
  { email, method, origin, ...session }: Person,
): Promise<StartedSession> => {
  const { accountId } = session;
  await tx.session.deleteMany({ where: { accountId, expiresAt: { lt: new Date() } } });
  const id = Number(accountId);
  const actor: Actor = { kind: "account", id, name: email };
  const { result } = await audited(queryOf(tx), actor, async (record) => {
    const after = { ...origin, method };
    record({ action: "account.sign_in", subject: { kind: "account", id }, before: null, after });
    return startSession(tx, call, { ...session, hasSecondFactor: strong.includes(method) });
  });
  return result;
};

/** A change that disables the account waits for this lock, and then ends the new session too. */
export const lockOpenAccount = async (tx: Transaction, accountId: bigint): Promise<boolean> => {
  const locked: unknown[] = await tx.$queryRaw`
    SELECT id FROM account WHERE id = ${accountId} AND NOT banned FOR SHARE`;
  return locked.length > 0;
};

export const originOf = (
  call: Pick<AuthCall<AuthOperationId>, "address" | "headers">,
  knownDevice: boolean,
): SignInOrigin => ({
  ...requestOriginOf(call),
  knownDevice,
});

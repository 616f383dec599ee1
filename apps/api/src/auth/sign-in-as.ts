import type { Actor } from "@petstore/contract/routes";
import { lockRow } from "../database/lock-row.js";
import { queryOf } from "../database/query.js";
import type { SignInResult } from "../metrics/request-metrics.js";
import { audited } from "../operation/audit-trail.js";
import type { Transaction } from "../operation/operation.js";
import { withFactors } from "./accounts/factors.js";
import type { AuthCall, AuthOperationId } from "./auth-operation.js";
import type { AuthDeps, AuthParts } from "./auth-parts.js";
import { requestOriginOf } from "./request-origin.js";
import { methodsAfterPassword } from "./second-factor-policy.js";
import type { SignInMethod, SignInOrigin } from "./sign-in-trail.js";
import { type NewSession, type StartedSession, startSession } from "./start-session.js";

type Call = Pick<AuthCall<AuthOperationId>, "auth" | "headers">;

export type Person = Omit<NewSession, "hasSecondFactor"> & {
  readonly email: string;
  readonly method: SignInMethod;
  readonly origin: SignInOrigin;
};

/** A passkey counts as two factors: the device, and the device's check of its user. */
const strong: readonly SignInMethod[] = ["totp", "recoveryCode", "passkey"];

/**
 * Starts a session and records the sign-in, in the same transaction that has locked the password or other factor that
 * was used.
 */
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

/**
 * Continues after a correct first factor: it signs the person in or, if a second factor is needed, creates a challenge,
 * for which `waiting` returns the response.
 */
export const signInOrWait = async (
  tx: Transaction,
  { config, challenges }: Pick<AuthDeps, "config"> & Pick<AuthParts, "challenges">,
  call: Call,
  person: Person,
) => {
  const { accountId, isRemembered } = person;
  const account = await tx.account.findUniqueOrThrow({ where: { id: accountId }, include: withFactors });
  const methods = methodsAfterPassword(config, account);
  if (methods.length === 0) return signInAs(tx, call, person);
  const { cookie, expiresAt } = await challenges.start(tx, { kind: "second_factor", accountId, isRemembered });
  const body = { secondFactor: { methods, expiresAt: expiresAt.toISOString() } };
  return { waiting: { body, cookies: [cookie], accountId } };
};

export const noteSignIns =
  (metrics: AuthDeps["metrics"]) =>
  (result: SignInResult): void => {
    if (metrics !== undefined) metrics.signIns[result] += 1;
  };

/** Locks an enabled account. A change that disables it waits for this lock, and then also ends the new session. */
export const lockOpenAccount = async (tx: Transaction, accountId: bigint): Promise<boolean> => {
  await lockRow(tx, "account", accountId, "share");
  return (await tx.account.count({ where: { id: accountId, banned: false } })) > 0;
};

export const originOf = (
  call: Pick<AuthCall<AuthOperationId>, "address" | "headers">,
  knownDevice: boolean,
): SignInOrigin => ({
  ...requestOriginOf(call),
  knownDevice,
});

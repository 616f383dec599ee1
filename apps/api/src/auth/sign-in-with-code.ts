import { transact } from "../database/transact.js";
import { challengeEnded, invalidCode } from "../errors.js";
import type { Transaction } from "../operation/operation.js";
import type { AuthAnswer, AuthCall } from "./auth-operation.js";
import type { AuthDeps, AuthParts } from "./auth-parts.js";
import { credentialKey } from "./accounts/set-password.js";
import { lockOpenAccount, noteSignIns, originOf, signInAs } from "./sign-in-as.js";
import { toSignedIn } from "./signed-in.js";

export type SecondStep = "signInWithTotp" | "signInWithRecoveryCode";
type StepDeps = Pick<AuthDeps, "db" | "config" | "signInTrail" | "metrics">;

type Factor = {
  readonly method: "totp" | "recoveryCode";
  /** Uses up the code. @returns whether the code was right */
  readonly useUp: (tx: Transaction, accountId: bigint) => Promise<boolean>;
};

/** The second step of a sign-in with a password. The challenge in the browser's cookie identifies the sign-in. */
export const signInWithCode = async (
  { db, config, signInTrail, metrics }: StepDeps,
  { limits, devices, challenges }: AuthParts,
  call: AuthCall<SecondStep>,
  { method, useUp }: Factor,
): Promise<AuthAnswer<SecondStep>> => {
  const note = noteSignIns(metrics);
  const requestCookies = call.headers.get("cookie") ?? undefined;
  const challenge = await challenges.countAttempt(db, requestCookies);
  if (challenge === undefined || challenge.accountId === null) throw challengeEnded();
  const { accountId, isRemembered, hash } = challenge;
  const account = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    include: { credentials: { where: credentialKey(accountId).userId_providerId } },
  });
  const password = account.credentials[0]?.password ?? "";
  const device = devices.find(requestCookies, account.email);
  const deviceId = device && devices.isCurrent(device, password) ? device.id : undefined;
  await limits.countCode(accountId, deviceId);
  const origin = originOf(call, deviceId !== undefined);
  const previous = await call.auth.findSession(call.headers);
  const started = await transact(db, async (tx) => {
    if (!(await lockOpenAccount(tx, accountId))) throw challengeEnded();
    if (!(await useUp(tx, accountId))) return undefined;
    // A reset of the password deletes the challenge. A sign-in that waits for it then fails here.
    if ((await tx.challenge.deleteMany({ where: { hash } })).count === 0) throw challengeEnded();
    return signInAs(tx, call, { accountId, isRemembered, previous, email: account.email, method, origin });
  });
  if (started === undefined) {
    note("failed");
    signInTrail.failed(Number(accountId), { ...origin, method });
    throw invalidCode();
  }
  note("succeeded");
  await limits.forgiveCodes(accountId, deviceId);
  const deviceCookie = isRemembered ? [devices.cookieFor(requestCookies, account.email, password)] : [];
  return {
    body: toSignedIn(config, started.signedIn),
    cookies: [...started.cookies, challenges.forget("second_factor"), ...deviceCookie],
    hasEndedSession: started.hasEndedSession,
    accountId,
  };
};

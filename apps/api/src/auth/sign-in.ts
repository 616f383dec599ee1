import type { Actor } from "@petstore/contract";
import { createSemaphore } from "../concurrency/semaphore.js";
import { queryOf } from "../database/query.js";
import { transact } from "../database/transact.js";
import type { Deps } from "../deps.js";
import { AppError, invalidCredentials } from "../errors.js";
import type { PrismaClient } from "../generated/client.js";
import { audited } from "../operation/audit-trail.js";
import type { Transaction } from "../operation/operation.js";
import type { SignInResult } from "../metrics/request-metrics.js";
import type { AuthCall, AuthOperation } from "./auth-operation.js";
import type { Devices } from "./devices.js";
import type { SignInLimits } from "./sign-in-limits.js";
import { requestOriginOf } from "./request-origin.js";
import type { SignInOrigin } from "./sign-in-trail.js";
import { readSignedIn, toSignedIn } from "./signed-in.js";

type Call = AuthCall<"signIn">;

/** Each scrypt takes 16 MB and one of the process's four threads for 60 ms. */
const MAX_CONCURRENT_HASHES = 2;
const HASH_WAIT_MS = 10_000;

/** A hash that no password has. It is verified for an unknown address, so that the answer takes as long. */
const nobodysHash = `${"0".repeat(32)}:${"0".repeat(128)}`;

type Found = { accountId: bigint; isOpen: boolean; password: string };

/** One row of one size in any case: reading a row takes longer than reading none. */
const findCredential = async (db: PrismaClient, email: string): Promise<Found> => {
  const [found] = await db.$queryRaw<Found[]>`
    SELECT coalesce(account.id, 0) AS "accountId", coalesce(NOT banned AND password IS NOT NULL, false) AS "isOpen",
      coalesce(password, ${nobodysHash}) AS password
    FROM (VALUES (${email})) AS given (email) LEFT JOIN account USING (email)
    LEFT JOIN credential ON account_id = account.id AND provider_id = 'credential'`;
  if (found === undefined) throw new TypeError("A row that is always there is missing.");
  return found;
};

/** A change that disables the account or sets its password waits for this lock, and then ends the new session too. */
const lockCredential = async (tx: Transaction, { accountId, password }: Found): Promise<void> => {
  const locked: unknown[] = await tx.$queryRaw`
    SELECT account.id FROM account JOIN credential ON account_id = account.id AND provider_id = 'credential'
    WHERE account.id = ${accountId} AND NOT banned AND password = ${password} FOR SHARE`;
  if (locked.length === 0) throw invalidCredentials();
};

type Attempt = { readonly found: Found; readonly origin: SignInOrigin };

const startSession = (db: PrismaClient, { auth, headers, input }: Call, { found, origin }: Attempt) =>
  transact(db, async (tx) => {
    await lockCredential(tx, found);
    const { accountId } = found;
    await tx.session.deleteMany({ where: { accountId, expiresAt: { lt: new Date() } } });
    const id = Number(accountId);
    const actor: Actor = { kind: "account", id, name: input.email };
    const { result } = await audited(queryOf(tx), actor, async (record) => {
      record({ action: "account.sign_in", subject: { kind: "account", id }, before: null, after: origin });
      return auth.startSession(tx, accountId, { headers, isRemembered: input.rememberMe !== false });
    });
    const signedIn = await readSignedIn(tx, result.sessionId);
    if (signedIn === undefined) throw new TypeError("The session that has just started is missing.");
    return { signedIn, cookies: result.cookies };
  });

const isLimited = (error: unknown) => error instanceof AppError && error.status === 429;

export type SignInParts = { readonly limits: SignInLimits; readonly devices: Devices };

/** One query, one scrypt and one answer for every failure: neither answer nor time reveals whether the account exists. */
export const signIn = (
  { db, signInTrail, metrics }: Pick<Deps, "db" | "signInTrail" | "metrics">,
  { limits, devices }: SignInParts,
): AuthOperation<"signIn"> => {
  const note = (result: SignInResult) => {
    if (metrics !== undefined) metrics.signIns[result] += 1;
  };
  const limitHashes = createSemaphore(MAX_CONCURRENT_HASHES, HASH_WAIT_MS);

  /** Counts an attempt before its first query, unless the browser has a device cookie signed for the account. */
  const count = async (email: string, address: string, cookies: string | undefined) => {
    const device = devices.find(cookies, email);
    const early = device && (await findCredential(db, email));
    const deviceId = device && early && devices.isCurrent(device, early.password) ? device.id : undefined;
    const source = { address, deviceId };
    await limits.countSignIn(email, source);
    return { source, found: early ?? (await findCredential(db, email)) };
  };

  return async (call) => {
    const { email, password, rememberMe } = call.input;
    const requestCookies = call.headers.get("cookie") ?? undefined;
    const { source, found } = await count(email, call.address ?? "", requestCookies).catch((error: unknown) => {
      if (isLimited(error)) note("limited");
      throw error;
    });
    const origin: SignInOrigin = { ...requestOriginOf(call), knownDevice: source.deviceId !== undefined };
    const isRight = await limitHashes(() => call.auth.verifyPassword(found.password, password));
    if (!isRight || !found.isOpen) {
      note("failed");
      signInTrail.failed(found.accountId === 0n ? null : Number(found.accountId), origin);
      throw invalidCredentials();
    }
    const { signedIn, cookies } = await startSession(db, call, { found, origin });
    note("succeeded");
    await limits.forgive(email, source);
    const device = rememberMe === false ? [] : [devices.cookieFor(requestCookies, email, found.password)];
    return { body: toSignedIn(signedIn), cookies: [...cookies, ...device], accountId: found.accountId };
  };
};

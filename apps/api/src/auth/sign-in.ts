import { createSemaphore } from "../concurrency/semaphore.js";
import { transact } from "../database/transact.js";
import { accountDisabled, AppError, invalidCredentials } from "../errors.js";
import type { Transaction } from "../operation/operation.js";
import type { AuthCall, AuthOperation } from "./auth-operation.js";
import type { AuthDeps, AuthParts } from "./auth-parts.js";
import { noteSignIns, originOf, signInOrWait } from "./sign-in-as.js";
import type { SignInOrigin } from "./sign-in-trail.js";
import { toSignedIn } from "./signed-in.js";
import type { Db } from "../database/prisma-client.js";

type Call = AuthCall<"signIn">;

/** Each scrypt takes 16 MB and one of the process's four threads for 60 ms. */
const MAX_CONCURRENT_HASHES = 2;
const HASH_WAIT_MS = 10_000;

/**
 * A hash that belongs to no password. It is verified if the address is unknown, so that the response takes equally
 * long.
 */
const nobodysHash = `${"0".repeat(32)}:${"0".repeat(128)}`;

type Found = { accountId: bigint; isOpen: boolean; password: string };

/**
 * Reads one row of the same size whether or not the account exists, because reading a row takes longer than reading
 * none.
 */
const findCredential = async (db: Db, email: string): Promise<Found> => {
  const [found] = await db.$queryRaw<Found[]>`
    SELECT coalesce(account.id, 0) AS "accountId", coalesce(NOT banned AND password IS NOT NULL, false) AS "isOpen",
      coalesce(password, ${nobodysHash}) AS password
    FROM (VALUES (${email})) AS given (email) LEFT JOIN account USING (email)
    LEFT JOIN credential ON account_id = account.id AND provider_id = 'credential'`;
  if (found === undefined)
    throw new TypeError("PostgreSQL returned no row, although this statement always returns one.");
  return found;
};

/**
 * Locks the account and its credential. A change that disables the account or sets its password waits for this lock,
 * and then also ends the new session.
 */
const lockCredential = async (tx: Transaction, { accountId, password }: Found): Promise<void> => {
  const locked: unknown[] = await tx.$queryRaw`
    SELECT account.id FROM account JOIN credential ON account_id = account.id AND provider_id = 'credential'
    WHERE account.id = ${accountId} AND NOT banned AND password = ${password} FOR SHARE`;
  if (locked.length === 0) throw invalidCredentials();
};

type Attempt = {
  readonly found: Found;
  readonly origin: SignInOrigin;
  readonly previous: bigint | undefined;
};

type Parts = Pick<AuthDeps, "db" | "config"> & Pick<AuthParts, "challenges">;

/** Continues after the right password: it starts the session, or creates the challenge for the second factor. */
const goOn = ({ db, ...parts }: Parts, call: Call, { found, origin, previous }: Attempt) =>
  transact(db, async (tx) => {
    await lockCredential(tx, found);
    const { accountId } = found;
    const { email, rememberMe } = call.input;
    const isRemembered = rememberMe !== false;
    return signInOrWait(tx, parts, call, { accountId, isRemembered, previous, email, method: "password", origin });
  });

const isLimited = (error: unknown) => error instanceof AppError && error.status === 429;

/**
 * Every failure takes one query and one scrypt. So, without the password, neither the response nor its time reveals
 * whether the account exists.
 */
export const signIn = (
  { db, config, signInTrail, metrics }: Pick<AuthDeps, "db" | "config" | "signInTrail" | "metrics">,
  { limits, devices, challenges }: AuthParts,
): AuthOperation<"signIn"> => {
  const note = noteSignIns(metrics);
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
    const origin = originOf(call, source.deviceId !== undefined);
    const isRight = await limitHashes(() => call.auth.verifyPassword(found.password, password));
    if (!isRight || !found.isOpen) {
      note("failed");
      signInTrail.failed(found.accountId === 0n ? null : Number(found.accountId), { ...origin, method: "password" });
      // No password matches `nobodysHash`, so if the password is right, the account must be disabled.
      throw isRight ? accountDisabled() : invalidCredentials();
    }
    const previous = await call.auth.findSession(call.headers);
    const next = await goOn({ db, config, challenges }, call, { found, origin, previous });
    await limits.forgive(email, source);
    if ("waiting" in next) return next.waiting;
    note("succeeded");
    const { signedIn, cookies, hasEndedSession } = next;
    const device = rememberMe === false ? [] : [devices.cookieFor(requestCookies, email, found.password)];
    const { accountId } = found;
    return { body: toSignedIn(config, signedIn), cookies: [...cookies, ...device], hasEndedSession, accountId };
  };
};

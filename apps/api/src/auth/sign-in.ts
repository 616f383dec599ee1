import type { Actor } from "@petstore/contract";
import type { z } from "zod";
import { audited } from "../operation/audit-trail.js";
import { queryOf } from "../database/query.js";
import { createSemaphore } from "../concurrency/semaphore.js";
import { transact } from "../database/transact.js";
import type { Deps } from "../deps.js";
import type { PrismaClient } from "../generated/client.js";
import type { Transaction } from "../operation/operation.js";
import { type AuthCall, toRequest } from "./auth-call.js";
import type { SignIn } from "./auth-inputs.js";
import { signInRefused } from "./auth-refusal.js";
import type { Devices } from "./devices.js";
import type { SignInLimits } from "./sign-in-limits.js";
import type { SignInOrigin } from "./sign-in-trail.js";

/** Each takes 16 MB and a thread of four for 60 ms; the others are needed elsewhere. */
const MOST_HASHED_AT_ONCE = 2;
const TURN_WAIT_MS = 10_000;

/** A hash that no password has: what is checked where there is none, so that it takes as long. */
const nobodys = `${"0".repeat(32)}:${"0".repeat(128)}`;

/** `accountId` is 0 where there is no account. */
type Found = { accountId: bigint; isOpen: boolean; password: string };

/** One row of one size in any case: to read one takes longer than to read none. */
const findCredential = async (db: PrismaClient, email: string): Promise<Found> => {
  const [found] = await db.$queryRaw<Found[]>`
    SELECT coalesce(account.id, 0) AS "accountId", coalesce(NOT banned AND password IS NOT NULL, false) AS "isOpen",
      coalesce(password, ${nobodys}) AS password
    FROM (VALUES (${email})) AS given (email) LEFT JOIN account USING (email)
    LEFT JOIN credential ON account_id = account.id AND provider_id = 'credential'`;
  if (found === undefined) throw new TypeError("A row that is always there is missing.");
  return found;
};

/** Whoever disables the account waits for this transaction, and then ends its session too. */
const holdEnabled = async (tx: Transaction, id: bigint): Promise<void> => {
  const held: unknown[] = await tx.$queryRaw`SELECT id FROM account WHERE id = ${id} AND NOT banned FOR SHARE`;
  if (held.length === 0) throw signInRefused();
};

type Attempt = { readonly email: string; readonly found: Found; readonly origin: SignInOrigin };

/** Begins the session, and writes that down in the same transaction. */
const beginSession = (db: PrismaClient, call: AuthCall, { email, found: { accountId }, origin }: Attempt) =>
  transact(db, async (tx) => {
    await holdEnabled(tx, accountId);
    await tx.session.deleteMany({ where: { accountId, expiresAt: { lt: new Date() } } });
    const id = Number(accountId);
    const actor: Actor = { kind: "account", id, name: email };
    const { result } = await audited(queryOf(tx), actor, async (record) => {
      const response = await call.auth.answer(toRequest(call), tx);
      // The password was changed in the meantime.
      if (response.status === 401) throw signInRefused();
      record({ action: "account.sign_in", subject: { kind: "account", id }, before: null, after: origin });
      return response;
    });
    return result;
  });

export type SignInParts = { readonly limits: SignInLimits; readonly devices: Devices };

/**
 * Signs in. better-auth would ask the database twice about an account that exists and once about one that does not, and
 * it tells an owner of the right password that the account is disabled. So the password is checked here first: one query
 * and one scrypt whatever comes of it, and one answer for all that fails.
 * @throws AppError 429, AuthRefusal 401.
 */
export const createSignIn = (
  { db, signInTrail }: Pick<Deps, "db" | "signInTrail">,
  { limits, devices }: SignInParts,
) => {
  const inTurn = createSemaphore(MOST_HASHED_AT_ONCE, TURN_WAIT_MS);

  /** An attempt is counted before it costs a query, but for a device whose cookie was signed for this account. */
  const count = async (call: AuthCall, email: string) => {
    const address = call.address ?? "";
    const named = devices.find(call.headers.get("cookie") ?? undefined, email);
    const early = named && (await findCredential(db, email));
    const deviceId = named && early && devices.isCurrent(named, early.password) ? named.id : undefined;
    const source = { address, deviceId };
    await limits.countSignIn(email, source);
    return { source, found: early ?? (await findCredential(db, email)) };
  };

  return async (call: AuthCall): Promise<Response> => {
    const { email, password, rememberMe } = call.input as z.output<typeof SignIn>;
    const { source, found } = await count(call, email);
    const origin: SignInOrigin = {
      address: call.address ?? null,
      userAgent: call.headers.get("user-agent"),
      knownDevice: source.deviceId !== undefined,
    };
    const isRight = await inTurn(() => call.auth.verifyPassword(found.password, password));
    if (!isRight || !found.isOpen) {
      signInTrail.failed(found.accountId === 0n ? null : Number(found.accountId), origin);
      throw signInRefused();
    }
    const response = await beginSession(db, call, { email, found, origin });
    await limits.forgive(email, source);
    if (rememberMe !== false) {
      const cookies = call.headers.get("cookie") ?? undefined;
      response.headers.append("Set-Cookie", devices.cookieFor(cookies, email, found.password));
    }
    return response;
  };
};

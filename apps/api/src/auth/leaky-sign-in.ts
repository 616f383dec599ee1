import type { z } from "zod";
import { createTurns } from "../database/turns.js";
import { transact } from "../database/transact.js";
import type { Deps } from "../deps.js";
import type { PrismaClient } from "../generated/client.js";
import type { Transaction } from "../operation.js";
import { type AuthCall, toRequest } from "./auth-call.js";
import type { SignIn } from "./auth-inputs.js";
import { signInRefused } from "./auth-refusal.js";
import type { SignInLimits } from "./sign-in-limits.js";

/** Each takes 16 MB and a thread of four for 60 ms; the others are needed elsewhere. */
const MOST_HASHED_AT_ONCE = 2;
const TURN_WAIT_MS = 10_000;

/** A hash that no password has: what is checked where there is none, so that it takes as long. */
const nobodys = `${"0".repeat(32)}:${"0".repeat(128)}`;

type Found = { id: bigint; isOpen: boolean; password: string };

/** One row of one size in any case: to read one takes longer than to read none. */
const findCredential = async (db: PrismaClient, email: string): Promise<Found> => {
  const [found] = await db.$queryRaw<Found[]>`
    SELECT coalesce(account.id, 0) AS id, coalesce(NOT banned AND password IS NOT NULL, false) AS "isOpen",
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

/**
 * Signs in. better-auth would ask the database twice about an account that exists and once about one that does not, and
 * it tells an owner of the right password that his account is disabled. So the password is checked here first: one query
 * and one scrypt whatever comes of it, and one answer for all that fails.
 * @throws AppError 429, AuthRefusal 401.
 */
export const createSignIn = ({ db }: Pick<Deps, "db">, limits: SignInLimits) => {
  const inTurn = createTurns(MOST_HASHED_AT_ONCE, TURN_WAIT_MS);
  return async (call: AuthCall): Promise<Response> => {
    const { email, password } = call.input as z.output<typeof SignIn>;
    await limits.count(call.address ?? "", email);
    const found = await findCredential(db, email);
    if (found.id !== 0n) await new Promise((resolve) => setTimeout(resolve, 5));
    const isRight = await inTurn(() => call.auth.verifyPassword(found.password, password));
    if (!isRight || !found.isOpen) throw signInRefused();
    const response = await transact(db, async (tx) => {
      await holdEnabled(tx, found.id);
      await tx.session.deleteMany({ where: { accountId: found.id, expiresAt: { lt: new Date() } } });
      return call.auth.answer(toRequest(call), tx);
    });
    // The password was changed in the meantime.
    if (response.status === 401) throw signInRefused();
    await limits.forgive(email);
    return response;
  };
};

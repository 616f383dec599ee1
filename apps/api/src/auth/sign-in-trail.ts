import type { Actor } from "@petstore/contract/routes";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { audited } from "../operation/audit-trail.js";
import type { Lane } from "../concurrency/lane.js";
import { systemFlow } from "../concurrency/lanes.js";
import type { Account } from "../generated/client.js";
import type { RequestOrigin } from "./request-origin.js";

export type SignInMethod = "password" | "totp" | "recoveryCode" | "passkey" | "invitation";

export type SignInOrigin = RequestOrigin & { readonly knownDevice: boolean };

/** The event that is recorded if a proof of identity fails in a browser that is signed in. */
type ProofFailure = "account.change_password_failed" | "account.reauthenticate_failed";

/** Records wrong passwords after the response, because the response time must not reveal whether the account exists. */
export type SignInTrail = {
  failed(accountId: number | null, attempt: SignInOrigin & { readonly method: SignInMethod }): void;
  /** Records that the current password or the passkey was wrong in a browser that is signed in. */
  proofFailed(action: ProofFailure, account: Pick<Account, "id" | "email">, origin: RequestOrigin): void;
  close(): Promise<void>;
};

const WINDOW_MS = 900_000;
/**
 * The first {@link ALL_WRITTEN} failures of each window are recorded. Of the later failures, only the 16th, 32nd, 64th
 * and so on are recorded.
 */
const ALL_WRITTEN = 10;

const isWritten = (count: number) => count <= ALL_WRITTEN || (count >= 16 && (count & (count - 1)) === 0);

/**
 * Each account has its own sample, so that many failures of other accounts cannot hide an attack on it. A sample has
 * about 20 events in each window.
 */
const createSample = (now: () => number) => {
  const windows = new Map<number | null, { endsAt: number; count: number; leftCount: number }>();
  /**
   * @returns the number of failures since the last event that were not recorded; undefined if this one is not recorded
   * either
   */
  return (accountId: number | null): number | undefined => {
    const known = windows.get(accountId);
    const window = known ?? { endsAt: 0, count: 0, leftCount: 0 };
    if (now() >= window.endsAt) Object.assign(window, { endsAt: now() + WINDOW_MS, count: 0 });
    windows.set(accountId, window);
    window.count += 1;
    if (!isWritten(window.count)) {
      window.leftCount += 1;
      return undefined;
    }
    const { leftCount } = window;
    window.leftCount = 0;
    return leftCount;
  };
};

type Failure = {
  readonly action: "account.sign_in_failed" | ProofFailure;
  readonly actor: Actor;
  readonly accountId: number | null;
  readonly origin: RequestOrigin;
};

const flow = systemFlow("failed sign-ins");
const nobody: Actor = { kind: "system", id: null, name: "sign-in" };

/** @param now - Monotonic, in milliseconds. */
export const createSignInTrail = (
  pool: Pick<Pool, "query">,
  lane: Lane,
  log: Logger,
  now: () => number = () => performance.now(),
): SignInTrail => {
  const samples = {
    "account.sign_in_failed": createSample(now),
    "account.change_password_failed": createSample(now),
    "account.reauthenticate_failed": createSample(now),
  };
  let writing = Promise.resolve();
  const write = async ({ action, actor, accountId, origin }: Failure, leftCount: number) => {
    const after = { ...origin, leftCount };
    try {
      await audited(
        async (sql, values) => (await lane.run(flow, () => pool.query(sql, values))).rows,
        actor,
        async (record) => record({ action, subject: { kind: "account", id: accountId }, before: null, after }),
      );
    } catch (error) {
      log.warn(
        { err: error, action, accountId, ...after },
        "A wrong password could not be written to the audit trail.",
      );
    }
  };
  const note = (failure: Failure) => {
    const leftCount = samples[failure.action](failure.accountId);
    if (leftCount === undefined) return;
    // The events are written one at a time, so that an attack takes at most one connection.
    writing = writing.then(() => write(failure, leftCount));
  };
  return {
    failed: (accountId, attempt) =>
      note({ action: "account.sign_in_failed", actor: nobody, accountId, origin: attempt }),
    proofFailed: (action, { id, email }, origin) => {
      const accountId = Number(id);
      const actor: Actor = { kind: "account", id: accountId, name: email };
      note({ action, actor, accountId, origin });
    },
    close: () => writing,
  };
};

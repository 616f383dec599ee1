import type { Actor } from "@petstore/contract/routes";
import { queryOf } from "../database/query.js";
import { transact } from "../database/transact.js";
import type { AuthDeps } from "./auth-parts.js";
import type { Account, Prisma } from "../generated/client.js";
import { audited } from "../operation/audit-trail.js";
import { type RequestOrigin, requestOriginOf } from "./request-origin.js";
import type { SignedIn } from "./signed-in.js";

type Ending = {
  readonly action: "account.sign_out" | "account.revoke_sessions";
  readonly by: Account;
  readonly origin: RequestOrigin;
  /** A condition on rows of `session`, which must all belong to one account. */
  readonly where: Prisma.Sql;
};

type Ended = { readonly accountId: bigint; readonly isLive: boolean };

/** Ends sessions, and writes an event if at least one of them had not expired. */
export const endSessions = async (
  { db }: Pick<AuthDeps, "db">,
  { action, by, origin, where }: Ending,
): Promise<void> => {
  const actor: Actor = { kind: "account", id: Number(by.id), name: by.email };
  await transact(db, (tx) =>
    audited(queryOf(tx), actor, async (record) => {
      const ended = await tx.$queryRaw<Ended[]>`
        DELETE FROM session WHERE ${where} RETURNING account_id AS "accountId", expires_at > now() AS "isLive"`;
      const live = ended.filter(({ isLive }) => isLive);
      const [first] = live;
      if (first === undefined) return;
      const subject = { kind: "account", id: Number(first.accountId) } as const;
      record({ action, subject, before: null, after: { sessionsEnded: live.length, ...origin } });
    }),
  );
};

/** @param where - The same condition as in {@link endSessions}. */
export const revokeSessionsWhere = (
  deps: Pick<AuthDeps, "db">,
  call: Parameters<typeof requestOriginOf>[0] & { readonly signedIn: SignedIn },
  where: Prisma.Sql,
): Promise<void> =>
  endSessions(deps, {
    action: "account.revoke_sessions",
    by: call.signedIn.account,
    origin: requestOriginOf(call),
    where,
  });

import type { Account, Session } from "../generated/client.js";

const DAY_MS = 86_400_000;
const IDLE_MS = DAY_MS;

/** The maximum length of a session, in days. The role of the account at the time of each check decides. */
const DAYS_OF_CLERKS = 30;
const DAYS_OF_OTHERS = 7;
const DAYS_FORGOTTEN = 1;

/**
 * The lifetime of a session cookie. It is the longest possible one, because the database decides when a session ends.
 */
export const MAX_SESSION_SECONDS = (DAYS_OF_CLERKS * DAY_MS) / 1_000;

type Started = Pick<Session, "createdAt" | "isRemembered">;

/** Returns when the session ends, however much it is used. */
export const sessionEnd = ({ createdAt, isRemembered }: Started, role: Account["role"]): Date => {
  const days = role === "clerk" ? DAYS_OF_CLERKS : DAYS_OF_OTHERS;
  return new Date(createdAt.getTime() + (isRemembered ? days : DAYS_FORGOTTEN) * DAY_MS);
};

/** The same rule in SQL. The query must contain `session`, and `role` must name the role of its account. */
export const sessionEndSql = (role: string): string =>
  `session.created_at + interval '1 day' * CASE WHEN NOT session.is_remembered THEN ${DAYS_FORGOTTEN} WHEN ${role} = 'clerk' THEN ${DAYS_OF_CLERKS} ELSE ${DAYS_OF_OTHERS} END`;

/** Returns when a session ends if it is used now and never again. */
export const idleEnd = (session: Started, role: Account["role"], now: Date): Date =>
  new Date(Math.min(now.getTime() + IDLE_MS, sessionEnd(session, role).getTime()));

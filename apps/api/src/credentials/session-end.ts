import type { Account, Session } from "../generated/client.js";

const DAY_MS = 86_400_000;
const IDLE_MS = DAY_MS;

/** How long a session lasts at most, in days. The role is that of the moment of the check. */
const DAYS_OF_CLERKS = 30;
const DAYS_OF_OTHERS = 7;
const DAYS_FORGOTTEN = 1;

/** The life of a session cookie: the longest of all, because the database decides. */
export const MAX_SESSION_SECONDS = (DAYS_OF_CLERKS * DAY_MS) / 1_000;

type Started = Pick<Session, "createdAt" | "isRemembered">;

/** When the session ends in any case, however much it is used. */
export const sessionEnd = ({ createdAt, isRemembered }: Started, role: Account["role"]): Date => {
  const days = role === "clerk" ? DAYS_OF_CLERKS : DAYS_OF_OTHERS;
  return new Date(createdAt.getTime() + (isRemembered ? days : DAYS_FORGOTTEN) * DAY_MS);
};

/** The same, in SQL, of the tables `session` and `account`; the first is joined as `session`. */
export const sessionEndSql = (role: string): string =>
  `session.created_at + interval '1 day' * CASE WHEN NOT session.is_remembered THEN ${DAYS_FORGOTTEN} WHEN ${role} = 'clerk' THEN ${DAYS_OF_CLERKS} ELSE ${DAYS_OF_OTHERS} END`;

/** When a session that is used now ends, unless it is used again. */
export const idleEnd = (session: Started, role: Account["role"], now: Date): Date =>
  new Date(Math.min(now.getTime() + IDLE_MS, sessionEnd(session, role).getTime()));

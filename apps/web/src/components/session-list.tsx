import type { Session } from "@petstore/contract/client";
import { Monitor } from "lucide-react";
import { readUserAgent } from "../lib/session/device-name";
import { useKeptFocus } from "../lib/page/kept-focus";
import { t } from "../texts";
import { Badge } from "./badge";
import { Button } from "./button";
import { Moment } from "./data";

type SessionListProps = {
  readonly sessions: readonly Session[];
  /** The session of this browser. It is marked, and can only be ended by signing out. */
  readonly ownId?: number | undefined;
  /** The session that is being ended. */
  readonly endingId?: number | undefined;
  readonly onEnd: (session: Session) => void;
};

/** "Firefox on Windows". */
const deviceOf = ({ userAgent }: Session): string => {
  const { browser, system } = readUserAgent(userAgent);
  if (browser !== undefined && system !== undefined) return t.sessions.device(browser, system);
  return browser ?? system ?? t.sessions.unknownDevice;
};

type SessionRowProps = Omit<SessionListProps, "sessions"> & { readonly session: Session };

const SessionRow = ({ session, ownId, endingId, onEnd }: SessionRowProps) => {
  const device = deviceOf(session);
  return (
    <li data-row className="flex items-center gap-3 border-b border-line py-2 text-sm last:border-b-0">
      <Monitor aria-hidden size={18} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {device}
          {session.id === ownId && <Badge tone="accent">{t.sessions.thisBrowser}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-1 text-muted">
          <span>
            {t.sessions.signedIn} <Moment at={session.createdAt} />
          </span>
          {session.ipAddress !== null && (
            <span translate="no" className="wrap-anywhere">
              {t.sessions.from(session.ipAddress)}
            </span>
          )}
        </p>
        <p className="text-muted">
          {t.sessions.until} <Moment at={session.endsAt} />
        </p>
      </div>
      {session.id !== ownId && (
        <Button aria-label={t.sessions.endOf(device)} isBusy={endingId === session.id} onClick={() => onEnd(session)}>
          {t.sessions.end}
        </Button>
      )}
    </li>
  );
};

/** Lists the browsers in which an account is signed in, the latest first. */
export const SessionList = ({ sessions, ...row }: SessionListProps) => {
  const count = sessions.length;
  const list = useKeptFocus<HTMLUListElement>(count);
  if (count === 0) return <p className="text-sm text-muted">{t.sessions.none}</p>;
  return (
    <ul ref={list} tabIndex={-1} className="outline-none">
      {sessions.toReversed().map((session) => (
        <SessionRow key={session.id} session={session} {...row} />
      ))}
    </ul>
  );
};

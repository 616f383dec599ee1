import { Link, useLocation } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { Button, buttonClass } from "../components/button";
import { createPreference } from "../lib/page/preferences";
import { session } from "../lib/session/session";
import { useStore } from "../lib/page/store";
import { t } from "../texts";

/** The account whose owner does not want to be asked again in this browser. */
const dismissed = createPreference("password-nudge", (stored) => (typeof stored === "number" ? stored : undefined));

/** Asks once to change a password that somebody else chose. */
export const PasswordNudge = () => {
  const state = useStore(session.state);
  const dismissedBy = useStore(dismissed);
  const isOnAccount = useLocation({ select: ({ pathname }) => pathname === "/account" });
  if (state.phase !== "signed-in" || state.isPasswordFromOthers !== true) return null;
  const { id } = state.user;
  if (dismissedBy === id) return null;
  return (
    <aside
      aria-label={t.sessions.password}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-info-soft px-4 py-2 text-sm text-on-info-soft print:hidden"
    >
      <p className="flex items-center gap-2">
        <KeyRound aria-hidden size={16} className="shrink-0" />
        {t.account.nudge.text}
      </p>
      <span className="flex gap-2">
        {!isOnAccount && (
          <Link to="/account" className={buttonClass()}>
            {t.account.change}
          </Link>
        )}
        <Button variant="quiet" onClick={() => dismissed.set(id)}>
          {t.account.nudge.later}
        </Button>
      </span>
    </aside>
  );
};

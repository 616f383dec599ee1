const NAME = "signed-in";

/** The name under which this browser remembers the last searches, which end with the session. */
export const RECENT_SEARCHES = "recent-searches";

/** Remembers whose session this browser had last, so that the admin can start to load before the session is known. */
export const sessionHint = {
  get: (): boolean => {
    try {
      return localStorage.getItem(NAME) !== null;
    } catch {
      return false;
    }
  },
  set: (accountId: number | null): void => {
    try {
      if (accountId === null) for (const name of [NAME, RECENT_SEARCHES]) localStorage.removeItem(name);
      else localStorage.setItem(NAME, String(accountId));
    } catch {
      // The storage is switched off, so the admin starts a little later.
    }
  },
  /** @param onSignIn - Called with the account that another tab has signed in. */
  watch: (onSignIn: (accountId: number) => void): void =>
    addEventListener("storage", ({ key, newValue }) => {
      if (key === NAME && newValue !== null) onSignIn(Number(newValue));
    }),
};

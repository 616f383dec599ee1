const NAME = "signed-in";

/** Whose session this browser had when it was last here: what it needs is then loaded before the answer is known. */
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
      if (accountId === null) localStorage.removeItem(NAME);
      else localStorage.setItem(NAME, String(accountId));
    } catch {
      // Storage is off: the admin starts a little later.
    }
  },
  /** @param onSignIn - Takes the account that another tab has signed in. */
  watch: (onSignIn: (accountId: number) => void): void =>
    addEventListener("storage", ({ key, newValue }) => {
      if (key === NAME && newValue !== null) onSignIn(Number(newValue));
    }),
};

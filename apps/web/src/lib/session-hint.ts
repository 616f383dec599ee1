const NAME = "signed-in";

/** Whether this browser had a session when it was last here: what it needs is then loaded before the answer is known. */
export const sessionHint = {
  get: (): boolean => {
    try {
      return localStorage.getItem(NAME) !== null;
    } catch {
      return false;
    }
  },
  set: (hasSession: boolean): void => {
    try {
      if (hasSession) localStorage.setItem(NAME, "true");
      else localStorage.removeItem(NAME);
    } catch {
      // Storage is off: the admin starts a little later.
    }
  },
};

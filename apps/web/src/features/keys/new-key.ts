const DAY_MS = 86_400_000;

/** Makes of the form's values a new key: it expires after as many days, or never. */
export const toNewKey = ({ name, scope, expiresAt }: Readonly<Record<string, unknown>>, now = Date.now()) => ({
  name,
  scope,
  ...(expiresAt !== "never" && { expiresAt: new Date(now + Number(expiresAt) * DAY_MS).toISOString() }),
});

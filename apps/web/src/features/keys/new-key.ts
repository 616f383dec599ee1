import { DAY_MS } from "../../lib/text/local-days";

/** Turns the values of the form into a new key, which expires after the chosen number of days, or never. */
export const toNewKey = ({ name, scope, expiresAt }: Readonly<Record<string, unknown>>, now = Date.now()) => ({
  name,
  scope,
  ...(expiresAt !== "never" && { expiresAt: new Date(now + Number(expiresAt) * DAY_MS).toISOString() }),
});

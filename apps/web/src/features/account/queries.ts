import { queryOptions } from "@tanstack/react-query";
import { askAuth } from "../../lib/service/api";
import { polled } from "../../lib/service/query-client";

/** The person's own sessions, and which of them belongs to this browser. */
export const ownSessionsQuery = queryOptions({
  queryKey: ["account", "sessions"],
  queryFn: async ({ signal }) => {
    const [own, all] = await Promise.all([
      askAuth((auth, options) => auth.sessions.getSession(options), { signal }),
      askAuth((auth, options) => auth.sessions.listSessions(options), { signal }),
    ]);
    return { ownId: own.body?.session.id, sessions: all.body };
  },
  ...polled,
});

/** Whether codes from an app are on, and how many recovery codes are left. */
export const twoFactorQuery = queryOptions({
  queryKey: ["account", "two-factor"],
  queryFn: async ({ signal }) =>
    (await askAuth((auth, options) => auth.twoFactor.getTwoFactor(options), { signal })).body,
});

export const passkeysQuery = queryOptions({
  queryKey: ["account", "passkeys"],
  queryFn: async ({ signal }) =>
    (await askAuth((auth, options) => auth.passkeys.listPasskeys(options), { signal })).body,
});

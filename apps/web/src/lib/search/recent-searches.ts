import { z } from "zod";
import { createPreference } from "../page/preferences";
import { RECENT_SEARCHES } from "../session/session-hint";

/** The number of searches that this browser remembers. */
const MAX_RECENT = 6;

/** The searches belong to an account, because another person must not see them. */
const Recent = z.object({ account: z.number(), texts: z.array(z.string()).max(MAX_RECENT) });

const none: z.infer<typeof Recent> = { account: 0, texts: [] };

/** The last searches. Only this browser has them, and signing out removes them. */
export const recentSearches = createPreference(RECENT_SEARCHES, (stored) => Recent.safeParse(stored).data ?? none);

/** Returns the last searches of an account, the newest first. */
export const recentOf = (account: number, recent: typeof none): readonly string[] =>
  recent.account === account ? recent.texts : [];

/** Remembers a search from which somebody opened a result. */
export const rememberSearch = (account: number, text: string): void => {
  const others = recentOf(account, recentSearches.get()).filter((other) => other !== text);
  recentSearches.set({ account, texts: [text, ...others].slice(0, MAX_RECENT) });
};

export const forgetSearches = (): void => recentSearches.set(none);

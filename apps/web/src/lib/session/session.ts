import type { SignedIn, SignInOutcome, User } from "@petstore/contract/client";
import { authClient } from "../service/auth-client";
import { type AnyResponse, toApiError, toFailure } from "../service/api-error";
import { sessionHint } from "./session-hint";
import { createStore } from "../page/store";
import { rememberLanguage } from "../../texts/page-language";

/** The account that is signed in. */
export type Account = User;

/** The second factor that a sign-in still needs after the password. */
export type SecondFactor = Extract<SignInOutcome, { readonly secondFactor: unknown }>["secondFactor"];

type SessionState =
  | { readonly phase: "starting" }
  | { readonly phase: "unreachable"; readonly error: unknown }
  /** `isUnconfirmed` means that the request to sign out failed, so the browser may still have the session. */
  | { readonly phase: "signed-out"; readonly isUnconfirmed?: boolean }
  /**
   * `hasEnded` means that requests wait until the same person has signed in again. `mustEnrol` means that the service
   * answers nothing else until the account has a second factor.
   */
  | {
      readonly phase: "signed-in";
      readonly user: Account;
      readonly mustEnrol: boolean;
      readonly hasEnded: boolean;
      /** True if somebody else set the password, and so may know it. */
      readonly isPasswordFromOthers?: true;
    };

type Key = { readonly value: string; readonly renewAt: number };

/** A key is renewed this long before it expires. */
const RENEWAL_MS = 60_000;

const state = createStore<SessionState>({ phase: "starting" });

// The key is kept only in memory, and never in storage or in a URL.
let key: Key | undefined;
let pendingKey: Promise<Key> | undefined;
let signedInAgain: PromiseWithResolvers<void> | undefined;
/** Settles when the browser has its next session. */
let nextSession: Promise<unknown> | undefined;

const waitForSignIn = (): Promise<void> => {
  const current = state.get();
  if (current.phase === "signed-in" && !current.hasEnded) state.set({ ...current, hasEnded: true });
  signedInAgain ??= Promise.withResolvers<void>();
  return signedInAgain.promise;
};

const rethrow = (error: unknown): never => {
  throw toFailure(error);
};

const readSignedIn = async (): Promise<SignedIn | null> => {
  const response = await authClient.sessions.getSession().catch(rethrow);
  if (response.status !== 200) throw toApiError(response);
  return response.body;
};

/**
 * Whether the browser has another session of the same person, after a change of the password or a sign-in in another
 * tab.
 */
const isReplaced = async (): Promise<boolean> => {
  const current = state.get();
  return current.phase === "signed-in" && (await readSignedIn())?.user.id === current.user.id;
};

/** Fetches the present state of the account and its session. */
const renew = async (): Promise<void> => {
  const current = state.get();
  const signedIn = await readSignedIn();
  if (current.phase !== "signed-in" || signedIn?.user.id !== current.user.id) return;
  state.set({ ...current, user: signedIn.user, mustEnrol: signedIn.mustEnrolSecondFactor });
};

const hasNoSession = (response: AnyResponse) => response.status === 401 && toApiError(response).code === "unauthorized";
const needsSecondFactor = (response: AnyResponse) =>
  response.status === 403 && toApiError(response).code === "second_factor_required";

/**
 * Sends a request of `/auth`. If the session has ended, the request is sent again: at once if the browser has another
 * session by now, or else after the same person has signed in again.
 */
const sendInSession = async <Response extends AnyResponse>(send: () => Promise<Response>): Promise<Response> => {
  const response = await send();
  // The role or a setting of the service has changed since the sign-in.
  if (needsSecondFactor(response)) await renew();
  if (!hasNoSession(response)) return response;
  await nextSession;
  const second = (await isReplaced()) ? await send() : response;
  if (!hasNoSession(second)) return second;
  await waitForSignIn();
  return sendInSession(send);
};

const exchange = async (): Promise<Key> => {
  const response = await sendInSession(() => authClient.keys.exchangeSessionForKey().catch(rethrow));
  if (response.status !== 200) throw toApiError(response);
  // The lifetime is calculated from two times of the server, because the clock of this machine may be wrong.
  const sentAt = Date.parse(response.headers.get("date") ?? "");
  const lifetime = Date.parse(response.body.expiresAt) - (Number.isNaN(sentAt) ? Date.now() : sentAt);
  return { value: response.body.key, renewAt: performance.now() + lifetime - RENEWAL_MS };
};

/**
 * Fetches the key while the page is loading, because every page needs it. If this fails, the next request reports the
 * failure.
 */
const fetchKeyAhead = () => void session.key().catch(() => {});

const open = ({ user, mustEnrolSecondFactor: mustEnrol, passwordFromOthers, language }: SignedIn) => {
  const current = state.get();
  // A language change reloads the page only if nobody is using it.
  if (rememberLanguage(language ?? null) && current.phase !== "signed-in") return location.reload();
  // Another person must not see what was loaded for the one before.
  if (current.phase === "signed-in" && current.user.id !== user.id) return location.reload();
  if (current.phase === "signed-out" && current.isUnconfirmed === true) return location.assign("/");
  state.set({
    phase: "signed-in",
    user,
    mustEnrol,
    hasEnded: false,
    ...(passwordFromOthers && { isPasswordFromOthers: true }),
  });
  signedInAgain?.resolve();
  signedInAgain = undefined;
  sessionHint.set(user.id);
  if (!mustEnrol) fetchKeyAhead();
};

/** The session of this browser. */
export const session = {
  state,

  /** Asks whether the browser has a session. */
  start: async (): Promise<void> => {
    state.set({ phase: "starting" });
    if (sessionHint.get()) fetchKeyAhead();
    try {
      const signedIn = await readSignedIn();
      if (signedIn !== null) return open(signedIn);
      sessionHint.set(null);
      state.set({ phase: "signed-out" });
    } catch (error) {
      state.set({ phase: "unreachable", error: toFailure(error) });
    }
  },

  /** Processes the answer to a sign-in. @returns what the sign-in still needs; undefined if the person is signed in */
  enter: (outcome: SignInOutcome): SecondFactor | undefined => {
    if ("secondFactor" in outcome) return outcome.secondFactor;
    key = undefined;
    open(outcome);
    return undefined;
  },

  /** Signs out and never rejects. If the request fails, the sign-in page says that the session may continue. */
  signOut: async (): Promise<void> => {
    const isDone = await authClient.signIn.signOut().then(
      ({ status }) => status === 200,
      () => false,
    );
    key = undefined;
    sessionHint.set(null);
    // The next person at this computer must not find drafts in storage. Loading the page again clears the memory.
    sessionStorage.clear();
    if (isDone) location.assign("/");
    else state.set({ phase: "signed-out", isUnconfirmed: true });
  },

  /** Reloads a page that the browser kept for its Back button, because the session may have ended since. */
  resume: ({ persisted }: Pick<PageTransitionEvent, "persisted">): void => {
    if (!persisted || state.get().phase !== "signed-in") return;
    key = undefined;
    state.set({ phase: "starting" });
    location.reload();
  },

  /**
   * Reloads the page if another tab has signed in another account, because nothing on this page may continue in the
   * name of the previous account.
   */
  giveWayTo: (accountId: number): void => {
    const current = state.get();
    if (current.phase === "signed-in" && current.user.id !== accountId) location.reload();
  },

  /** Returns a key for `/v1`. All requests of the moment share one exchange. */
  key: async (): Promise<string> => {
    if (key !== undefined && performance.now() < key.renewAt) return key.value;
    pendingKey ??= exchange().finally(() => {
      pendingKey = undefined;
    });
    key = await pendingKey;
    return key.value;
  },

  /** Forgets the key, which no longer works after a 401. */
  forgetKey: (): void => {
    key = undefined;
  },

  /**
   * Renews a key that no longer works, unless the session has ended too. In that case the person learns it with their
   * next action.
   */
  renewKeyUnseen: async (): Promise<void> => {
    if ((await readSignedIn()) !== null) key = undefined;
  },

  send: sendInSession,
  renew,

  /**
   * Passes on the answer to a request that ends the session and starts another one. A request that is refused between
   * the two waits for that answer, and nobody is asked to sign in.
   */
  replaceBy: <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    nextSession = answer.catch(() => undefined);
    return answer;
  },

  /** Takes over a change of the person's own account. */
  setUser: (user: Account): void => {
    const current = state.get();
    if (current.phase === "signed-in") state.set({ ...current, user });
  },
};

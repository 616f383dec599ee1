import { createStore } from "../page/store";

const PATH = "/invitation";

/** The state of the invitation page: the code, if the address had one. */
type Invitation = { readonly code: string | undefined };

/** Takes the code out of the address at once, because it must not stay in a history, a bookmark or a screenshot. */
const take = (): Invitation | undefined => {
  if (location.pathname !== PATH) return undefined;
  const code = location.hash.slice(1);
  if (code !== "") history.replaceState(null, "", PATH);
  return { code: code === "" ? undefined : code };
};

const state = createStore(take());

// When another invitation link is opened in the same tab, only the fragment changes.
addEventListener("hashchange", () => {
  if (location.pathname === PATH && location.hash !== "") state.set(take());
});

export const invitation = {
  state,

  /** @param text - What was typed: the code, or the link that contains it. */
  use: (text: string): void => state.set({ code: text.slice(text.indexOf("#") + 1).trim() }),

  forget: (): void => state.set({ code: undefined }),

  /** Changes the address to that of the admin, because the person is about to be signed in. */
  leaveAddress: (): void => history.replaceState(null, "", "/"),

  /** Goes to the sign-in page, or to the admin if somebody is signed in. */
  leave: (): void => {
    invitation.leaveAddress();
    state.set(undefined);
  },
};

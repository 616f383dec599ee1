import { createStore } from "../page/store";

const PATH = "/invitation";

/** The page of an invitation, and the code if its address had one. */
type Invitation = { readonly code: string | undefined };

/** The code is taken out of the address at once: it must stay in no history, bookmark or picture of the screen. */
const take = (): Invitation | undefined => {
  if (location.pathname !== PATH) return undefined;
  const code = location.hash.slice(1);
  if (code !== "") history.replaceState(null, "", PATH);
  return { code: code === "" ? undefined : code };
};

const state = createStore(take());

// Another link in the same tab changes no more than the fragment.
addEventListener("hashchange", () => {
  if (location.pathname === PATH && location.hash !== "") state.set(take());
});

export const invitation = {
  state,

  /** @param text - What was typed: the code, or the link with it. */
  use: (text: string): void => state.set({ code: text.slice(text.indexOf("#") + 1).trim() }),

  forget: (): void => state.set({ code: undefined }),

  /** Makes the address that of the admin: the person is about to be signed in. */
  leaveAddress: (): void => history.replaceState(null, "", "/"),

  /** Goes to the sign-in page, or to the admin of who is signed in. */
  leave: (): void => {
    invitation.leaveAddress();
    state.set(undefined);
  },
};

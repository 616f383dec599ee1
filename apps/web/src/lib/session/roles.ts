import { type Account, session } from "./session";
import { useStore } from "../page/store";

const rank = { clerk: 0, manager: 1, owner: 2 } as const;

/** Returns the account that is signed in. It must be used below the sign-in page. */
export const useAccount = (): Account => {
  const state = useStore(session.state);
  if (state.phase !== "signed-in") throw new Error("useAccount is for signed-in pages");
  return state.user;
};

export const hasRole = ({ role }: Account, least: Account["role"]): boolean => rank[role] >= rank[least];

/**
 * Whether the role of the account is at least this one. The admin hides what a role may not do, and the service refuses
 * it anyway.
 */
export const useHasRole = (least: Account["role"]): boolean => hasRole(useAccount(), least);

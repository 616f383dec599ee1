import { findInvitation } from "./accounts/invitations.js";
import { invitationInvalid } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import type { AuthDeps, AuthParts } from "./auth-parts.js";

export const showInvitation =
  ({ db }: Pick<AuthDeps, "db">, { limits }: Pick<AuthParts, "limits">): AuthOperation<"showInvitation"> =>
  async ({ input: { code }, address }) => {
    await limits.countAnonymous(address ?? "");
    const found = await findInvitation(db, code);
    if (found === undefined) throw invitationInvalid();
    const { email, name, role } = found.account;
    return { body: { email, name, role, expiresAt: found.expiresAt.toISOString() } };
  };

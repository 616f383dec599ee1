import type { AuthDeps } from "./auth-parts.js";
import type { AuthOperation } from "./auth-operation.js";

export const tellEditing =
  ({ presence }: Pick<AuthDeps, "presence">): AuthOperation<"tellEditing"> =>
  async ({ input: { petId, isEditing }, signedIn: { account } }) => {
    await presence.tell(account, petId, isEditing);
    return { body: { editors: [...presence.editorsOf(petId, account.id)] } };
  };

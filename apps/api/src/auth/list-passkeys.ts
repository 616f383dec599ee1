import type { AuthDeps } from "./auth-parts.js";
import type { AuthOperation } from "./auth-operation.js";
import { toPasskey } from "./to-passkey.js";

export const listPasskeys =
  ({ db }: Pick<AuthDeps, "db">): AuthOperation<"listPasskeys"> =>
  async ({ signedIn: { account } }) => {
    const passkeys = await db.passkey.findMany({ where: { accountId: account.id }, orderBy: { id: "asc" } });
    return { body: passkeys.map(toPasskey) };
  };

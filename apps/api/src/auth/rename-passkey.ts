import type { AuthDeps } from "./auth-parts.js";
import { passkeyNotFound } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import { toPasskey } from "./to-passkey.js";

export const renamePasskey =
  ({ db }: Pick<AuthDeps, "db">): AuthOperation<"renamePasskey"> =>
  async ({ input: { id, name }, signedIn }) => {
    const where = { id: BigInt(id), accountId: signedIn.account.id };
    const [renamed] = await db.passkey.updateManyAndReturn({ where, data: { name } });
    if (renamed === undefined) throw passkeyNotFound(id);
    return { body: toPasskey(renamed) };
  };

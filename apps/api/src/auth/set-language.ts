import type { AuthDeps } from "./auth-parts.js";
import type { AuthOperation } from "./auth-operation.js";

export const setLanguage =
  ({ db }: Pick<AuthDeps, "db">): AuthOperation<"setLanguage"> =>
  async ({ input: { language }, signedIn: { account } }) => {
    // It is no change of the account that `updatedAt` tells of.
    const { id, updatedAt } = account;
    await db.account.update({ where: { id }, data: { language, updatedAt } });
    return { body: { success: true } };
  };

import type { AuthDeps } from "./auth-parts.js";
import type { AuthOperation } from "./auth-operation.js";

export const setLanguage =
  ({ db }: Pick<AuthDeps, "db">): AuthOperation<"setLanguage"> =>
  async ({ input: { language }, signedIn: { account } }) => {
    // Prisma would set `updatedAt`, and it is no change of the account that this tells of.
    await db.$executeRaw`UPDATE account SET language = ${language} WHERE id = ${account.id}`;
    return { body: { success: true } };
  };

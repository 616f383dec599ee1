import type { AuthDeps } from "./auth-parts.js";
import type { AuthOperation } from "./auth-operation.js";

export const setLanguage =
  ({ db }: Pick<AuthDeps, "db">): AuthOperation<"setLanguage"> =>
  async ({ input: { language }, signedIn: { account } }) => {
    // This uses SQL, because Prisma would also set `updatedAt`, which must not change with the language.
    await db.$executeRaw`UPDATE account SET language = ${language} WHERE id = ${account.id}`;
    return { body: { success: true } };
  };

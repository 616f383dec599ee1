import type { AuthOperation } from "./auth-operation.js";

export const signOut =
  (): AuthOperation<"signOut"> =>
  async ({ auth, headers }) => ({ body: { success: true }, cookies: await auth.endSession(headers) });

import type { Deps } from "../deps.js";
import type { AuthOperation } from "./auth-operation.js";

export const revokeSession =
  ({ db }: Pick<Deps, "db">): AuthOperation<"revokeSession"> =>
  async ({ input, signedIn }) => {
    await db.session.deleteMany({ where: { id: BigInt(input.id), accountId: signedIn.account.id } });
    return { body: { status: true } };
  };

import type { AuthDeps } from "./auth-parts.js";
import { notSignedIn } from "../errors.js";
import type { Transaction } from "../operation/operation.js";
import type { AuthAnswer } from "./auth-operation.js";
import { readSignedIn, type SignedIn, toSignedIn } from "./signed-in.js";

/** Records in the session that its person has just proved their identity. */
export const noteProof = async (
  { config }: Pick<AuthDeps, "config">,
  tx: Pick<Transaction, "session">,
  { session }: SignedIn,
  proved: { readonly hasSecondFactor?: true },
): Promise<AuthAnswer<"reauthenticate">> => {
  const data = { authenticatedAt: new Date(), ...proved };
  await tx.session.updateMany({ where: { id: session.id }, data });
  const signedIn = await readSignedIn(tx, session.id);
  if (signedIn === undefined) throw notSignedIn();
  return { body: toSignedIn(config, signedIn) };
};

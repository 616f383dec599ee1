import type { Passkey } from "../generated/client.js";
import type { Transaction } from "../operation/operation.js";
import type { AuthCall } from "./auth-operation.js";
import type { AuthDeps, AuthParts } from "./auth-parts.js";
import { verifyAuthentication } from "./webauthn.js";

type Call = AuthCall<"signInWithPasskey"> | AuthCall<"reauthenticateWithPasskey">;

/**
 * `counter` is undefined if the response is refused. `passkey` is the passkey that the response names, if it exists.
 */
export type PasskeyProof = { readonly passkey: Passkey | undefined; readonly counter: bigint | undefined };

/** Checks the response of a passkey. The challenge is used up whatever the result is. */
export const provePasskey = async (
  { db }: Pick<AuthDeps, "db">,
  { challenges }: Pick<AuthParts, "challenges">,
  { input: { response }, headers, origin }: Call,
): Promise<PasskeyProof> => {
  const taken = await challenges.take(db, headers.get("cookie") ?? undefined, "authentication");
  const credentialId = Buffer.from(response.id, "base64url");
  const passkey = (await db.passkey.findUnique({ where: { credentialId } })) ?? undefined;
  if (passkey === undefined || taken === undefined || taken.challenge === null) return { passkey, counter: undefined };
  return { passkey, counter: await verifyAuthentication(response, passkey, { origin, challenge: taken.challenge }) };
};

/**
 * Records the use of a passkey.
 * @returns false if the passkey was removed or used in the meantime; a copy of a passkey would continue from the same
 * counter
 */
export const notePasskeyUse = async (tx: Pick<Transaction, "passkey">, { id, counter }: Passkey, now: bigint) => {
  const { count } = await tx.passkey.updateMany({
    where: { id, counter },
    data: { counter: now, lastUsedAt: new Date() },
  });
  return count === 1;
};

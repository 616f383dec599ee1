import type { Passkey } from "../generated/client.js";
import type { Transaction } from "../operation/operation.js";
import type { AuthCall } from "./auth-operation.js";
import type { AuthDeps, AuthParts } from "./auth-parts.js";
import { verifyAuthentication } from "./webauthn.js";

type Call = AuthCall<"signInWithPasskey"> | AuthCall<"reauthenticateWithPasskey">;

/** `counter` is undefined if the response is refused; `passkey` is the one that it names, if there is one. */
export type PasskeyProof = { readonly passkey: Passkey | undefined; readonly counter: bigint | undefined };

/** Checks a passkey's answer. The challenge is used up, whatever comes of it. */
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

/** @returns false if the passkey was removed or used meanwhile: a copy of it would count from the same number. */
export const notePasskeyUse = async (tx: Pick<Transaction, "passkey">, { id, counter }: Passkey, now: bigint) => {
  const { count } = await tx.passkey.updateMany({
    where: { id, counter },
    data: { counter: now, lastUsedAt: new Date() },
  });
  return count === 1;
};

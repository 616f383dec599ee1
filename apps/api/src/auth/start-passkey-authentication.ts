import type { AuthOperation } from "./auth-operation.js";
import type { AuthDeps, AuthParts } from "./auth-parts.js";
import { randomChallenge, rpIdOf, TIMEOUT_MS } from "./webauthn.js";

/** Anyone may call this, because the options contain no account. */
export const startPasskeyAuthentication =
  (
    { db }: Pick<AuthDeps, "db">,
    { limits, challenges }: Pick<AuthParts, "limits" | "challenges">,
  ): AuthOperation<"startPasskeyAuthentication"> =>
  async ({ origin, address }) => {
    await limits.countOptions(address ?? "");
    const challenge = randomChallenge();
    const { cookie } = await challenges.start(db, { kind: "authentication", challenge });
    const body = { rpId: rpIdOf(origin), challenge, timeout: TIMEOUT_MS, userVerification: "required" } as const;
    return { body, cookies: [cookie] };
  };

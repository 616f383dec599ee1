import { tooManyPasskeys } from "../errors.js";
import type { AuthOperation } from "./auth-operation.js";
import type { AuthDeps, AuthParts } from "./auth-parts.js";
import { ALGORITHMS, randomChallenge, RP_NAME, rpIdOf, TIMEOUT_MS } from "./webauthn.js";

export const MAX_PASSKEYS = 20;

export const startPasskeyRegistration =
  (
    { db }: Pick<AuthDeps, "db">,
    { challenges }: Pick<AuthParts, "challenges">,
  ): AuthOperation<"startPasskeyRegistration"> =>
  async ({ signedIn: { account }, origin }) => {
    const passkeys = await db.passkey.findMany({ where: { accountId: account.id }, orderBy: { id: "asc" } });
    if (passkeys.length >= MAX_PASSKEYS) throw tooManyPasskeys(MAX_PASSKEYS);
    const challenge = randomChallenge();
    const { cookie } = await challenges.start(db, { kind: "registration", accountId: account.id, challenge });
    return {
      body: {
        rp: { name: RP_NAME, id: rpIdOf(origin) },
        user: {
          id: Buffer.from(`petstore ${account.id}`).toString("base64url"),
          name: account.email,
          displayName: account.name,
        },
        challenge,
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" as const })),
        timeout: TIMEOUT_MS,
        attestation: "none",
        excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
          id: Buffer.from(credentialId).toString("base64url"),
          type: "public-key" as const,
          transports,
        })),
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
        extensions: { credProps: true },
        hints: [],
      },
      cookies: [cookie],
    };
  };

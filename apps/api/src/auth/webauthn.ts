import { randomBytes } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Passkey } from "../generated/client.js";

/**
 * The library is loaded at its first use. It takes 15 MB with its ASN.1 schemas, and most stores rarely use passkeys.
 */
const load = () => import("@simplewebauthn/server");

export const RP_NAME = "Pet Store";
export const TIMEOUT_MS = 600_000;
/** ES256, EdDSA and RS256 (COSE), which are the algorithms of common authenticators. */
export const ALGORITHMS = [-7, -8, -257];

/** Passkeys belong to a host name, with any port. */
export const rpIdOf = (origin: string): string => new URL(origin).hostname;

type Checked = { readonly origin: string; readonly challenge: string };

export const randomChallenge = (): string => randomBytes(32).toString("base64url");

/**
 * Attestation certificates are refused and not checked: the options ask for none, and a check may have to fetch an
 * address that the certificate contains.
 */
const hasCertificate = async (attestationObject: string): Promise<boolean> => {
  const { decodeAttestationObject, isoBase64URL } = await import("@simplewebauthn/server/helpers");
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get("fmt");
  return !["none", "packed"].includes(format) || decoded.get("attStmt").get("x5c") !== undefined;
};

type Given<Response> = Omit<Response, "clientExtensionResults" | "authenticatorAttachment" | "response"> & {
  readonly response: object;
};

/** @returns the credential; undefined if the response does not match the challenge. */
export const verifyRegistration = async (
  response: Given<RegistrationResponseJSON> & { readonly response: { readonly attestationObject: string } },
  { origin, challenge }: Checked,
) => {
  try {
    if (await hasCertificate(response.response.attestationObject)) return undefined;
    const { verifyRegistrationResponse } = await load();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return registrationInfo?.credential;
  } catch {
    // The library throws for every wrong response, including malformed ones.
    return undefined;
  }
};

/** @returns the signature counter; undefined if the response does not match the challenge and this passkey. */
export const verifyAuthentication = async (
  response: Given<AuthenticationResponseJSON>,
  passkey: Passkey,
  { origin, challenge }: Checked,
): Promise<bigint | undefined> => {
  try {
    const { verifyAuthenticationResponse } = await load();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      requireUserVerification: true,
      credential: {
        id: Buffer.from(passkey.credentialId).toString("base64url"),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
      },
    });
    return verified ? BigInt(authenticationInfo.newCounter) : undefined;
  } catch {
    return undefined;
  }
};

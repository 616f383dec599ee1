import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { encodeCBOR } from "@levischuck/tiny-cbor";

/** The changes that a test makes to a valid response, after which the service must refuse it. */
type Forgery = {
  readonly challenge?: string;
  readonly origin?: string;
  readonly rpId?: string;
  /** True if the authenticator did not check who uses it. */
  readonly isUnverified?: boolean;
  readonly type?: string;
  readonly attestation?: { readonly format: string; readonly statement: Map<string, Uint8Array | Uint8Array[]> };
};

type Options = { readonly challenge: string };

const UP = 0x01;
const UV = 0x04;
const AT = 0x40;

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/**
 * Creates an authenticator with one ES256 key. It behaves like one that a browser uses at this origin (Web
 * Authentication Level 3 §6).
 */
export const createAuthenticator = (origin: string) => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const coseKey = encodeCBOR(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]),
  );
  const credentialId = randomBytes(20);
  const id = base64url(credentialId);
  let counter = 0;

  const dataOf = (
    { rpId = new URL(origin).hostname, isUnverified = false }: Forgery,
    extra: number,
    ...rest: Uint8Array[]
  ) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([UP | (isUnverified ? 0 : UV) | extra]), count, ...rest]);
  };
  const clientDataOf = (type: string, { challenge }: Options, forgery: Forgery) =>
    Buffer.from(
      JSON.stringify({
        type: forgery.type ?? type,
        challenge: forgery.challenge ?? challenge,
        origin: forgery.origin ?? origin,
        crossOrigin: false,
      }),
    );
  return {
    id,
    /** Returns what `navigator.credentials.create` would return. */
    create: (options: Options, forgery: Forgery = {}) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const authData = dataOf(forgery, AT, Buffer.alloc(16), length, credentialId, coseKey);
      const { format, statement } = forgery.attestation ?? { format: "none", statement: new Map() };
      const attestationObject = encodeCBOR(
        new Map<string, string | Map<string, Uint8Array | Uint8Array[]> | Uint8Array>([
          ["fmt", format],
          ["attStmt", statement],
          ["authData", new Uint8Array(authData)],
        ]),
      );
      return {
        id,
        rawId: id,
        type: "public-key",
        authenticatorAttachment: "platform",
        clientExtensionResults: { credProps: { rk: true } },
        response: {
          clientDataJSON: base64url(clientDataOf("webauthn.create", options, forgery)),
          attestationObject: base64url(attestationObject),
          transports: ["internal"],
        },
      };
    },
    /** Returns what `navigator.credentials.get` would return. */
    get: (options: Options, forgery: Forgery = {}) => {
      counter += 1;
      const authenticatorData = dataOf(forgery, 0);
      const clientData = clientDataOf("webauthn.get", options, forgery);
      const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
      return {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(createSign("sha256").update(signed).sign(privateKey)),
          userHandle: null,
        },
      };
    },
    /** Sets the counter back, so that a copy of the authenticator continues from the same number. */
    rewind: (to: number) => void (counter = to),
  };
};

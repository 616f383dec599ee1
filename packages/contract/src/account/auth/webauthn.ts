import * as z from "zod";
import { personal } from "../../http/personal.js";
import { rule } from "../../http/rules.js";

const challenge = "mF5zT0cQ8rVbY3kLw9JdXa2HfNpUe6GsRK3x7QdA1sE";
const credentialId = "9c1Jt0cQ8rVbY3kLw9JdXQ";

const base64url = z
  .string()
  .meta({ description: "Bytes in base64url, without padding.", examples: ["9c1Jt0cQ8rVbY3kLw9JdXQ"] });
const credentialType = z
  .literal("public-key")
  .meta({ description: "The kind of credential.", examples: ["public-key"] });
const transports = z
  .array(z.string().meta({ examples: ["internal"] }))
  .meta({ description: "How the browser reaches the authenticator.", examples: [["internal"]] });
const descriptor = z.strictObject({
  id: base64url,
  type: credentialType,
  transports: transports.optional(),
});
const timeout = z.int().meta({ description: "Milliseconds that the browser waits.", examples: [600_000] });
const userVerification = z
  .literal("required")
  .meta({ description: "The authenticator checks a PIN, a fingerprint or a face.", examples: ["required"] });

/** `PublicKeyCredentialCreationOptionsJSON`, for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const RegistrationOptions = z
  .strictObject({
    rp: z
      .strictObject({
        name: z.string().meta({ description: "The service's name.", examples: ["Pet Store"] }),
        id: z.string().meta({ description: "The host that the passkey belongs to.", examples: ["pets.example"] }),
      })
      .meta({ description: "The service." }),
    user: z
      .strictObject({
        id: base64url,
        name: personal(z.string(), "kept").meta({
          description: "The account's address.",
          examples: ["jane@petstore.example"],
        }),
        displayName: z.string().meta({ description: "The person's name.", examples: ["Jane"] }),
      })
      .meta({ description: "The account." }),
    challenge: base64url,
    pubKeyCredParams: z
      .array(
        z.strictObject({
          alg: z.int().meta({ description: "A COSE algorithm.", examples: [-7] }),
          type: credentialType,
        }),
      )
      .meta({ description: "The accepted algorithms, the best first." }),
    timeout,
    attestation: z
      .literal("none")
      .meta({ description: "The service does not ask for the make of the authenticator.", examples: ["none"] }),
    excludeCredentials: z.array(descriptor).meta({ description: "The account's passkeys.", examples: [[]] }),
    authenticatorSelection: z
      .strictObject({
        residentKey: z
          .literal("required")
          .meta({ description: "The passkey is found without the account's address.", examples: ["required"] }),
        requireResidentKey: z.literal(true).meta({ description: "The same, for Level 1.", examples: [true] }),
        userVerification,
      })
      .meta({ description: "What the authenticator must be able to do." }),
    extensions: z
      .record(z.string(), z.unknown())
      .meta({ description: "Extensions of Web Authentication.", examples: [{ credProps: true }] }),
    hints: z
      .array(z.string().meta({ examples: ["client-device"] }))
      .meta({ description: "Which kind of authenticator to offer first.", examples: [[]] }),
  })
  .meta({
    id: "RegistrationOptions",
    description: "`PublicKeyCredentialCreationOptionsJSON`, for `PublicKeyCredential.parseCreationOptionsFromJSON`.",
  });

/** `PublicKeyCredentialRequestOptionsJSON`, for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const AuthenticationOptions = z
  .strictObject({
    rpId: z.string().meta({ description: "The host that the passkeys belong to.", examples: ["pets.example"] }),
    challenge: base64url,
    timeout,
    userVerification,
  })
  .meta({
    id: "AuthenticationOptions",
    description: "`PublicKeyCredentialRequestOptionsJSON`, for `PublicKeyCredential.parseRequestOptionsFromJSON`.",
  });

const MAX_LENGTH = 6_000;
const bytesRule = "must be bytes in base64url";
const bytes = z
  .string(rule(bytesRule))
  .regex(/^[\w-]*$/, bytesRule)
  .max(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`)
  .meta({ description: "Bytes in base64url, without padding.", examples: ["9c1Jt0cQ8rVbY3kLw9JdXQ"] });
const object = rule("must be a JSON object");

const credential = {
  id: bytes,
  rawId: bytes,
  type: z
    .literal("public-key", rule("must be public-key"))
    .meta({ description: "The kind of credential.", examples: ["public-key"] }),
};

// Browsers add fields of their own to these objects and remove them again in later versions, so unknown fields are
// ignored.
/** `RegistrationResponseJSON`: what `PublicKeyCredential.toJSON()` returns after `navigator.credentials.create`. */
export const RegistrationResponse = z
  .object(
    {
      ...credential,
      response: z
        .object(
          {
            clientDataJSON: bytes,
            attestationObject: bytes,
            transports: z
              .array(
                z
                  .string("must be a string")
                  .regex(/^[a-z-]{1,32}$/, "must be a transport")
                  .max(32)
                  .meta({ examples: ["internal"] }),
                "must be a list",
              )
              .max(10, "must have at most 10 items")
              .optional()
              .meta({ description: "How the browser reaches the authenticator." }),
          },
          object,
        )
        .meta({ description: "What the authenticator answered." }),
    },
    object,
  )
  .meta({
    id: "RegistrationResponse",
    description:
      "`RegistrationResponseJSON`: the `toJSON()` of a new `PublicKeyCredential`. Unknown fields are ignored.",
  });

/** `AuthenticationResponseJSON`: what `PublicKeyCredential.toJSON()` returns after `navigator.credentials.get`. */
export const AuthenticationResponse = z
  .object(
    {
      ...credential,
      response: z
        .object(
          {
            clientDataJSON: bytes,
            authenticatorData: bytes,
            signature: bytes,
            userHandle: bytes.nullish().meta({ description: "The `user.id` of the registration, in base64url." }),
          },
          object,
        )
        .meta({ description: "What the authenticator answered." }),
    },
    object,
  )
  .meta({
    id: "AuthenticationResponse",
    description: "`AuthenticationResponseJSON`: the `toJSON()` of a `PublicKeyCredential`. Unknown fields are ignored.",
  });

/** Examples that all routes share. */
export const exampleRegistrationOptions = {
  rp: { name: "Pet Store", id: "pets.example" },
  user: { id: "cGV0c3RvcmU3", name: "jane@petstore.example", displayName: "Jane" },
  challenge,
  pubKeyCredParams: [{ alg: -7, type: "public-key" }],
  timeout: 600_000,
  attestation: "none",
  excludeCredentials: [],
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  extensions: { credProps: true },
  hints: [],
} as const;
export const exampleAuthenticationOptions = {
  rpId: "pets.example",
  challenge,
  timeout: 600_000,
  userVerification: "required",
} as const;
const clientDataJSON = "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0";
export const exampleRegistration = {
  id: credentialId,
  rawId: credentialId,
  type: "public-key",
  response: { clientDataJSON, attestationObject: "o2NmbXRkbm9uZWdhdHRTdG10oA", transports: ["internal"] },
} as const;
export const exampleAuthentication = {
  id: credentialId,
  rawId: credentialId,
  type: "public-key",
  response: {
    clientDataJSON,
    authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",
    signature: "MEUCIQDz",
    userHandle: "cGV0c3RvcmU3",
  },
} as const;

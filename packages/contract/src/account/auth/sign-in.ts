import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { personal } from "../../http/personal.js";
import { NoQuery, rule } from "../../http/rules.js";
import { Email } from "./email.js";
import { authErrorResponses } from "./errors.js";
import { type AuthRouteMetadata, challengeCookie, sessionCookies } from "./metadata.js";
import { RecoveryCode, TotpCode } from "./codes.js";
import { apiKeyOutcome, GivenPassword, PasswordChange, Reauthentication } from "./passwords.js";
import { SignInOutcome, signInExamples } from "./second-factor.js";
import { exampleSignedIn, SignedIn, Success } from "./sessions.js";
import { AuthenticationResponse, exampleAuthentication } from "./webauthn.js";

const c = initContract();

const body = rule("must be a JSON object");

const rememberMe = z.boolean("must be true or false").optional().meta({
  description:
    "Whether the browser keeps the cookie when it is closed; `true` by default. With `false`, the session ends after a day.",
});

const Credentials = z
  .strictObject(
    {
      email: personal(Email, "kept").meta({
        description: "The account's address.",
        examples: ["jane@petstore.example"],
      }),
      password: GivenPassword.meta({ description: "The account's password." }),
      rememberMe,
    },
    body,
  )
  .meta({ id: "Credentials", description: "Whom to sign in." });

const TotpSignIn = z
  .strictObject({ code: TotpCode }, body)
  .meta({ id: "TotpSignIn", description: "The second factor of a sign-in: a code from the authenticator app." });
const RecoveryCodeSignIn = z
  .strictObject({ code: RecoveryCode }, body)
  .meta({ id: "RecoveryCodeSignIn", description: "The second factor of a sign-in: a recovery code." });
const PasskeySignIn = z
  .strictObject({ response: AuthenticationResponse, rememberMe }, body)
  .meta({ id: "PasskeySignIn", description: "The answer of a passkey." });
const PasskeyProof = z
  .strictObject({ response: AuthenticationResponse }, body)
  .meta({ id: "PasskeyProof", description: "The answer of a passkey of the account that is signed in." });

const PasswordChangeOutcome = SignedIn.extend(apiKeyOutcome).meta({
  id: "PasswordChangeOutcome",
  description: "The new session, and the account's API keys.",
});

const signedInExample = { 200: { signedIn: exampleSignedIn } } as const;

/** The properties that the second steps of a sign-in share. */
const secondStep = {
  method: "POST",
  query: NoQuery,
  responses: { 200: SignedIn, ...authErrorResponses(401, 403, 413, 415) },
} as const;
const secondStepMetadata = {
  stability: "beta",
  caller: "anybody",
  statusMeanings: {
    200: "The new session and its account.",
    400: "A field breaks a rule (`invalid_request`), or the code is wrong or already used (`invalid_code`).",
    401: "No sign-in of this browser is waiting for a second factor.",
    429: "The account has had 10 attempts in 15 minutes.",
  },
  codes: { 400: ["invalid_request", "invalid_code"], 401: ["challenge_ended"] },
  headers: { 200: sessionCookies },
} as const satisfies AuthRouteMetadata;

/** The properties that both routes for a new proof of identity share. */
const proof = {
  method: "POST",
  query: NoQuery,
  responses: { 200: SignedIn, ...authErrorResponses(401, 403, 413, 415) },
} as const;
const proofMetadata = {
  stability: "beta",
  caller: "staff",
  duringEnrolment: true,
  statusMeanings: {
    200: "The session and its account.",
    429: "The account has had 10 attempts in 15 minutes.",
  },
} as const;

/** The routes that sign in and out, and that change one's own password. */
export const signIn = c.router(
  {
    signIn: {
      method: "POST",
      path: "/sign-in/email",
      summary: "Sign in",
      description:
        "Starts a session, and ends the one whose cookie came with the request. An account with a second factor gets no session yet, and continues with one of the `methods` in the response. If the sign-in is refused, the answer and its time are the same for every reason, unless the password was right. Attempts are limited by network, device and account.",
      query: NoQuery,
      body: Credentials,
      responses: { 200: SignInOutcome, ...authErrorResponses(401, 403, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "anybody",
        statusMeanings: {
          200: "The new session and its account, or the second factor that is still needed.",
          401: "The address or the password is wrong (`invalid_credentials`), or they are right and the account is banned (`account_disabled`).",
          429: "Too many attempts at this account, from this network or from this device.",
        },
        codes: { 401: ["invalid_credentials", "account_disabled"] },
        headers: { 200: sessionCookies },
        examples: {
          request: { jane: { email: "jane@petstore.example", password: "lantern 7 goose orbit" } },
          200: signInExamples,
        },
      } as const satisfies AuthRouteMetadata,
    },
    signInWithTotp: {
      ...secondStep,
      path: "/sign-in/totp",
      summary: "Sign in: give a code",
      description:
        "Continues a sign-in that needs a second factor. Each code can be used once. After 5 wrong codes the person must start the sign-in again.",
      body: TotpSignIn,
      metadata: { ...secondStepMetadata, examples: { request: { code: { code: "492039" } }, ...signedInExample } },
    },
    signInWithRecoveryCode: {
      ...secondStep,
      path: "/sign-in/recovery-code",
      summary: "Sign in: give a recovery code",
      description:
        "Continues a sign-in that needs a second factor. Each recovery code can be used once. After 5 wrong codes the person must start the sign-in again.",
      body: RecoveryCodeSignIn,
      metadata: {
        ...secondStepMetadata,
        examples: { request: { code: { code: "k7mq-2xvd-9rtn" } }, ...signedInExample },
      },
    },
    signInWithPasskey: {
      method: "POST",
      path: "/sign-in/passkey",
      summary: "Sign in with a passkey",
      description:
        "Starts a session without a password, and ends the one whose cookie came with the request. The options come from `POST /auth/passkeys/authentication-options`.",
      query: NoQuery,
      body: PasskeySignIn,
      responses: { 200: SignedIn, ...authErrorResponses(403, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "anybody",
        statusMeanings: {
          200: "The new session and its account.",
          400: "A field breaks a rule (`invalid_request`); or the response does not belong to the options, no account has the passkey, or the account is banned (`invalid_passkey`).",
          429: "Too many attempts from this network.",
        },
        codes: { 400: ["invalid_request", "invalid_passkey"] },
        headers: { 200: sessionCookies },
        examples: { request: { passkey: { response: exampleAuthentication } }, ...signedInExample },
      } as const satisfies AuthRouteMetadata,
    },
    reauthenticate: {
      ...proof,
      path: "/reauthenticate",
      summary: "Prove again who is signed in",
      description:
        "Sets `authenticatedAt` of the session. Operations that answer 403 `reauthentication_required` work for 10 minutes from then on.",
      body: Reauthentication,
      metadata: {
        ...proofMetadata,
        statusMeanings: {
          ...proofMetadata.statusMeanings,
          400: "A field breaks a rule (`invalid_request`), or the password is wrong (`invalid_password`).",
        },
        codes: { 400: ["invalid_request", "invalid_password"] },
        messages: { invalid_password: "body.password is wrong; send the current password" },
        examples: { request: { proof: { password: "lantern 7 goose orbit" } }, ...signedInExample },
      } as const satisfies AuthRouteMetadata,
    },
    reauthenticateWithPasskey: {
      ...proof,
      path: "/reauthenticate/passkey",
      summary: "Prove again who is signed in, with a passkey",
      description:
        "Does the same as `POST /auth/reauthenticate`, with a passkey of the account. The options come from `POST /auth/passkeys/authentication-options`.",
      body: PasskeyProof,
      metadata: {
        ...proofMetadata,
        statusMeanings: {
          ...proofMetadata.statusMeanings,
          400: "A field breaks a rule (`invalid_request`), or the response does not belong to the options or was made with another account's passkey (`invalid_passkey`).",
        },
        codes: { 400: ["invalid_request", "invalid_passkey"] },
        headers: { 200: challengeCookie },
        examples: { request: { passkey: { response: exampleAuthentication } }, ...signedInExample },
      } as const satisfies AuthRouteMetadata,
    },
    signOut: {
      method: "POST",
      path: "/sign-out",
      summary: "Sign out",
      description: "Ends the session of the browser, if it has one, and deletes its cookie. The device cookie stays.",
      query: NoQuery,
      body: c.noBody(),
      responses: { 200: Success, ...authErrorResponses(403, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "anybody",
        statusMeanings: { 200: "The browser is signed out." },
        headers: { 200: sessionCookies },
        examples: { 200: { done: { success: true } } },
      } as const satisfies AuthRouteMetadata,
    },
    changePassword: {
      method: "POST",
      path: "/change-password",
      summary: "Change one's own password",
      description:
        "Sets a new password, ends all sessions of the account and starts a new one in this browser. API keys do not end with sessions: the answer lists those that still work, or that were revoked with `revokeApiKeys`.",
      query: NoQuery,
      body: PasswordChange,
      responses: { 200: PasswordChangeOutcome, ...authErrorResponses(401, 403, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "staff",
        duringEnrolment: true,
        statusMeanings: {
          200: "The new session, its account, and the account's API keys.",
          400: "A field breaks a rule (`invalid_request`), or `currentPassword` is wrong (`invalid_password`).",
          429: "The account has had 10 attempts in 15 minutes.",
        },
        codes: { 400: ["invalid_request", "invalid_password"] },
        headers: { 200: sessionCookies },
        examples: {
          request: { change: { currentPassword: "lantern 7 goose orbit", newPassword: "glacier 9 tulip march" } },
          200: { changed: { ...exampleSignedIn, apiKeys: [], apiKeysRevoked: false } },
        },
      } as const satisfies AuthRouteMetadata,
    },
  },
  { strictStatusCodes: true },
);

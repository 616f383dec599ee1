import { initContract } from "@ts-rest/core";
import { z } from "zod";
import { NoQuery, rule } from "../rules.js";
import { Email } from "./email.js";
import { authErrorResponses } from "./errors.js";
import { type AuthRouteMetadata, sessionCookies } from "./metadata.js";
import { apiKeyOutcome, GivenPassword, PasswordChange } from "./passwords.js";
import { exampleSignedIn, SignedIn, Success } from "./sessions.js";

const c = initContract();

const body = rule("must be a JSON object");

const Credentials = z
  .strictObject(
    {
      email: Email.meta({ description: "The account's address.", examples: ["jane@petstore.example"] }),
      password: GivenPassword.meta({ description: "The account's password." }),
      rememberMe: z.boolean("must be true or false").optional().meta({
        description:
          "With `false`, the cookie ends with the browser and the session after a day. The default is `true`.",
      }),
    },
    body,
  )
  .meta({ id: "Credentials", description: "Whom to sign in." });

const PasswordChangeOutcome = SignedIn.extend(apiKeyOutcome).meta({
  id: "PasswordChangeOutcome",
  description: "The new session, and the account's API keys.",
});

/** The routes that sign in and out, and that change one's own password. */
export const signIn = c.router(
  {
    signIn: {
      method: "POST",
      path: "/sign-in/email",
      summary: "Sign in",
      description:
        "Starts a session. A sign-in that fails has one answer and takes the same time, whatever the reason. Attempts are limited by network, device and account.",
      query: NoQuery,
      body: Credentials,
      responses: { 200: SignedIn, ...authErrorResponses(401, 403, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "anybody",
        statusMeanings: {
          200: "The new session and its account.",
          401: "The address or the password is wrong, or the account is banned.",
          429: "Too many attempts at this account, from this network or from this device.",
        },
        codes: { 401: ["invalid_credentials"] },
        headers: { 200: sessionCookies },
        examples: {
          request: { jane: { email: "jane@petstore.example", password: "lantern 7 goose orbit" } },
          200: { signedIn: exampleSignedIn },
        },
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

import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { NoQuery } from "../../http/rules.js";
import { authErrorResponses } from "./errors.js";
import { type AuthRouteMetadata, challengeCookie } from "./metadata.js";
import { laptop, NewPasskey, Passkey, PasskeyReference, PasskeyRename } from "./passkey.js";
import { Success } from "./sessions.js";
import {
  AuthenticationOptions,
  exampleAuthenticationOptions,
  exampleRegistration,
  exampleRegistrationOptions,
  RegistrationOptions,
} from "./webauthn.js";

const c = initContract();

const noPasskey = "The account has no passkey with this id.";
const limitMessage = {
  second_factor_state: "your account already has the maximum of 20 passkeys; remove one first",
} as const;
const noPasskeyMessage = {
  not_found: "your account has no passkey with id 4; GET /auth/passkeys lists its passkeys",
} as const;
const limit = "The account has 20 passkeys.";

/** The routes with which staff manage their passkeys (Web Authentication Level 3). */
export const passkeys = c.router(
  {
    listPasskeys: {
      method: "GET",
      path: "/passkeys",
      summary: "List one's own passkeys",
      description: "Returns the account's passkeys, at most 20.",
      query: NoQuery,
      responses: {
        200: z.array(Passkey).meta({ id: "Passkeys", description: "Passkeys, by id." }),
        ...authErrorResponses(401),
      },
      metadata: {
        stability: "beta",
        caller: "staff",
        duringEnrolment: true,
        statusMeanings: { 200: "The passkeys, by id." },
        examples: { 200: { one: [laptop] } },
      } as const satisfies AuthRouteMetadata,
    },
    startPasskeyRegistration: {
      method: "POST",
      path: "/passkeys/registration-options",
      summary: "Start to add a passkey",
      description:
        "Returns the options of `navigator.credentials.create`. They can be used once, in this browser, within 10 minutes.",
      query: NoQuery,
      body: c.noBody(),
      responses: { 200: RegistrationOptions, ...authErrorResponses(401, 403, 409, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "staff",
        reauthentication: true,
        duringEnrolment: true,
        statusMeanings: { 200: "The options.", 409: limit },
        codes: { 409: ["second_factor_state"] },
        messages: limitMessage,
        headers: { 200: challengeCookie },
        examples: { 200: { options: exampleRegistrationOptions } },
      } as const satisfies AuthRouteMetadata,
    },
    addPasskey: {
      method: "POST",
      path: "/passkeys",
      summary: "Add a passkey",
      description: "Adds the passkey that the browser made with the options.",
      query: NoQuery,
      body: NewPasskey,
      responses: { 200: Passkey, ...authErrorResponses(401, 403, 409, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "staff",
        reauthentication: true,
        duringEnrolment: true,
        statusMeanings: {
          200: "The passkey.",
          400: "A field breaks a rule (`invalid_request`), or the response does not belong to the options (`invalid_passkey`).",
          409: limit,
        },
        codes: { 400: ["invalid_request", "invalid_passkey"], 409: ["second_factor_state"] },
        messages: limitMessage,
        headers: { 200: challengeCookie },
        examples: { request: { laptop: { name: "Laptop", response: exampleRegistration } }, 200: { laptop } },
      } as const satisfies AuthRouteMetadata,
    },
    renamePasskey: {
      method: "POST",
      path: "/passkeys/rename",
      summary: "Rename a passkey",
      description: "Changes the name of one's own passkey.",
      query: NoQuery,
      body: PasskeyRename,
      responses: { 200: Passkey, ...authErrorResponses(401, 403, 404, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "staff",
        statusMeanings: { 200: "The passkey.", 404: noPasskey },
        messages: noPasskeyMessage,
        examples: { request: { laptop: { id: 4, name: "Laptop" } }, 200: { laptop } },
      } as const satisfies AuthRouteMetadata,
    },
    deletePasskey: {
      method: "POST",
      path: "/passkeys/delete",
      summary: "Remove a passkey",
      description: "Removes one's own passkey. It no longer signs in.",
      query: NoQuery,
      body: PasskeyReference,
      responses: { 200: Success, ...authErrorResponses(401, 403, 404, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "staff",
        reauthentication: true,
        statusMeanings: { 200: "The passkey is removed.", 404: noPasskey },
        messages: noPasskeyMessage,
        examples: { request: { laptop: { id: 4 } }, 200: { done: { success: true } } },
      } as const satisfies AuthRouteMetadata,
    },
    startPasskeyAuthentication: {
      method: "POST",
      path: "/passkeys/authentication-options",
      summary: "Start to sign in with a passkey",
      description:
        "Returns the options of `navigator.credentials.get`, for `POST /auth/sign-in/passkey` and `POST /auth/reauthenticate/passkey`. They can be used once, in this browser, within 10 minutes.",
      query: NoQuery,
      body: c.noBody(),
      responses: { 200: AuthenticationOptions, ...authErrorResponses(403, 413, 415) },
      metadata: {
        stability: "beta",
        caller: "anybody",
        statusMeanings: { 200: "The options.", 429: "Too many attempts from this network." },
        headers: { 200: challengeCookie },
        examples: { 200: { options: exampleAuthenticationOptions } },
      } as const satisfies AuthRouteMetadata,
    },
  },
  { strictStatusCodes: true },
);

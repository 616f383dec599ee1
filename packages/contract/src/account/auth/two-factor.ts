import { initContract } from "@ts-rest/core";
import * as z from "zod";
import { NoQuery, rule } from "../../http/rules.js";
import { authErrorResponses } from "./errors.js";
import type { AuthRouteMetadata } from "./metadata.js";
import { TotpCode } from "./codes.js";
import { Success } from "./sessions.js";

const c = initContract();

const TwoFactor = z
  .strictObject({
    totp: z.boolean().meta({ description: "Whether the authenticator app (TOTP) is on." }),
    recoveryCodesLeft: z
      .int()
      .min(0)
      .max(10)
      .meta({ description: "The number of recovery codes that are not used.", examples: [10] }),
    required: z.boolean().meta({ description: "Whether the service requires a second factor of this account." }),
  })
  .meta({ id: "TwoFactor", description: "The state of one's own authenticator app." });

const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const totpUri = `otpauth://totp/Pet%20Store:jane%40petstore.example?secret=${secret}&issuer=Pet%20Store&digits=6&period=30`;

const TotpSecret = z
  .strictObject({
    totpUri: z
      .string()
      .meta({ description: "What an app reads from a QR code (Key URI Format).", examples: [totpUri] }),
    secret: z.string().meta({ description: "The same secret, to be typed in: base32.", examples: [secret] }),
  })
  .meta({ id: "TotpSecret", description: "The secret of an authenticator app that is not on yet." });

const codes = ["k7mq-2xvd-9rtn", "p4hs-ew6c-fy3b"];
const RecoveryCodes = z
  .strictObject({
    recoveryCodes: z.array(z.string()).meta({
      description: "10 codes. Each of them can be used once instead of a code from the authenticator app.",
      examples: [codes],
    }),
  })
  .meta({ id: "RecoveryCodes", description: "The recovery codes. They are shown once." });

const TotpConfirmation = z
  .strictObject({ code: TotpCode }, rule("must be a JSON object"))
  .meta({ id: "TotpConfirmation", description: "Shows that the authenticator app works." });

const proof = { stability: "beta", caller: "staff", reauthentication: true } as const;
const enrolment = { ...proof, duringEnrolment: true } as const;
const stateCodes = { 409: ["second_factor_state"] } as const;

/** The routes with which staff turn their authenticator app on and off. */
export const twoFactor = c.router(
  {
    getTwoFactor: {
      method: "GET",
      path: "/two-factor",
      summary: "Get the state of one's own authenticator app",
      description: "Tells whether the authenticator app is on, and how many recovery codes are left.",
      query: NoQuery,
      responses: { 200: TwoFactor, ...authErrorResponses(401) },
      metadata: {
        stability: "beta",
        caller: "staff",
        duringEnrolment: true,
        statusMeanings: { 200: "The state." },
        examples: { 200: { on: { totp: true, recoveryCodesLeft: 10, required: false } } },
      } as const satisfies AuthRouteMetadata,
    },
    startTotp: {
      method: "POST",
      path: "/two-factor/start",
      summary: "Start to turn the authenticator app on",
      description:
        "Returns a new secret for an app. It takes effect with `POST /auth/two-factor/enable`; an earlier secret that has not taken effect is forgotten.",
      query: NoQuery,
      body: c.noBody(),
      responses: { 200: TotpSecret, ...authErrorResponses(401, 403, 409, 413, 415) },
      metadata: {
        ...enrolment,
        statusMeanings: { 200: "The secret.", 409: "The authenticator app is already on." },
        codes: stateCodes,
        examples: { 200: { secret: { totpUri, secret } } },
      } as const satisfies AuthRouteMetadata,
    },
    enableTotp: {
      method: "POST",
      path: "/two-factor/enable",
      summary: "Turn the authenticator app on",
      description:
        "Turns the authenticator app on with a code that it shows, ends the account's other sessions, and returns the recovery codes.",
      query: NoQuery,
      body: TotpConfirmation,
      responses: { 200: RecoveryCodes, ...authErrorResponses(401, 403, 409, 413, 415) },
      metadata: {
        ...enrolment,
        statusMeanings: {
          200: "The recovery codes.",
          400: "A field breaks a rule (`invalid_request`), or the code is wrong (`invalid_code`).",
          409: "The authenticator app is already on, or its setup has not started.",
          429: "The account has had 10 attempts in 15 minutes.",
        },
        codes: { 400: ["invalid_request", "invalid_code"], ...stateCodes },
        messages: {
          second_factor_state:
            "no authenticator app is waiting to be confirmed; start with POST /auth/two-factor/start",
        },
        examples: { request: { code: { code: "492039" } }, 200: { codes: { recoveryCodes: codes } } },
      } as const satisfies AuthRouteMetadata,
    },
    renewRecoveryCodes: {
      method: "POST",
      path: "/two-factor/recovery-codes",
      summary: "Get new recovery codes",
      description: "Returns new recovery codes. The previous ones stop working.",
      query: NoQuery,
      body: c.noBody(),
      responses: { 200: RecoveryCodes, ...authErrorResponses(401, 403, 409, 413, 415) },
      metadata: {
        ...proof,
        statusMeanings: { 200: "The recovery codes.", 409: "The authenticator app is off." },
        codes: stateCodes,
        messages: { second_factor_state: "the authenticator app is off; turn it on first" },
        examples: { 200: { codes: { recoveryCodes: codes } } },
      } as const satisfies AuthRouteMetadata,
    },
    disableTotp: {
      method: "POST",
      path: "/two-factor/disable",
      summary: "Turn the authenticator app off",
      description:
        "Turns the authenticator app off and forgets its secret and the recovery codes. If it is already off, nothing changes.",
      query: NoQuery,
      body: c.noBody(),
      responses: { 200: Success, ...authErrorResponses(401, 403, 413, 415) },
      metadata: {
        ...proof,
        statusMeanings: { 200: "The authenticator app is off." },
        examples: { 200: { done: { success: true } } },
      } as const satisfies AuthRouteMetadata,
    },
  },
  { strictStatusCodes: true },
);

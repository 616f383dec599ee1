import * as z from "zod";
import { secret } from "../../http/personal.js";
import { ownRule, rule } from "../../http/rules.js";

const totpRule = "must be 6 digits";
const totpPattern = /^[0-9]{6}$/;

/** The code that an authenticator app shows (RFC 6238). */
export const TotpCode = secret(
  z.string(rule(totpRule)).refine((text) => totpPattern.test(text), ownRule(totpRule, { rule: "digits", count: 6 })),
).meta({
  minLength: 6,
  maxLength: 6,
  pattern: totpPattern.source,
  description: "The 6 digits that the app shows now.",
  examples: ["492039"],
});

const recoveryRule = "must be a recovery code";

/** A recovery code. Case, white space and hyphens do not matter. */
export const RecoveryCode = secret(
  z
    .string(rule(recoveryRule))
    .min(1, recoveryRule)
    .max(32, recoveryRule)
    .regex(/^[\w\s-]+$/, recoveryRule),
).meta({
  description: "One of the account's recovery codes. Case, white space and hyphens do not matter.",
  examples: ["k7mq-2xvd-9rtn"],
});

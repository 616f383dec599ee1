import * as z from "zod";
import { moment } from "../../http/moments.js";
import { growing } from "../../http/rules.js";
import { exampleSignedIn, SignedIn } from "./sessions.js";

/** The methods that can follow the password in a sign-in. */
export const secondFactorMethods = ["totp", "recoveryCode", "passkey"] as const;

const exampleSecondFactor = {
  secondFactor: { methods: ["totp", "recoveryCode"], expiresAt: "2026-11-21T09:40:00.000Z" },
} as const;

/** The answer when the password was right and the account has a second factor. No session has started yet. */
export const SecondFactorNeeded = z
  .strictObject({
    secondFactor: z
      .strictObject({
        methods: z.array(growing(z.enum(secondFactorMethods)).meta({ examples: ["totp"] })).meta({
          examples: [exampleSecondFactor.secondFactor.methods],
          description:
            "`totp`: `POST /auth/sign-in/totp`; `recoveryCode`: `POST /auth/sign-in/recovery-code`; `passkey`: `POST /auth/sign-in/passkey`.",
        }),
        expiresAt: moment.meta({
          description: "When the sign-in has to start again, in UTC: after 10 minutes.",
          examples: [exampleSecondFactor.secondFactor.expiresAt],
        }),
      })
      .meta({ description: "What is still needed." }),
  })
  .meta({
    id: "SecondFactorNeeded",
    description: "The password was right, but the account also needs a second factor.",
  });

/** The answer to a sign-in: a session, or the statement that a second factor is needed. */
export const SignInOutcome = z.union([SignedIn, SecondFactorNeeded]).meta({
  id: "SignInOutcome",
  description: "The new session and its account, or the second factor that is still needed.",
});
/** See the schema of the same name. */
export type SignInOutcome = z.infer<typeof SignInOutcome>;

/** The examples of a {@link SignInOutcome}. */
export const signInExamples = { signedIn: exampleSignedIn, secondFactor: exampleSecondFactor } as const;

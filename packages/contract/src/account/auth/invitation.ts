import * as z from "zod";
import { moment } from "../../http/moments.js";
import { personal, secret } from "../../http/personal.js";
import { rule } from "../../http/rules.js";
import { NewPassword } from "./passwords.js";
import { exampleUser, Role } from "./user.js";

const exampleCode = "k7mq-2xvd-9rtn-p4hs-ew6c-fy3b-ja8g";
const expiresAt = "2026-11-24T09:30:00.000Z";

/** The link that an owner sends to the person whom the account is for. It is shown only once. */
export const Invitation = z
  .strictObject({
    url: z.string().meta({
      description: "The page on which the person chooses a password. The code is its fragment, which no server sees.",
      examples: [`https://pets.example/invitation#${exampleCode}`],
    }),
    code: z.string().meta({ description: "The same code, for the person to type in.", examples: [exampleCode] }),
    expiresAt: moment.meta({
      description: "When the invitation stops working, in UTC: 72 hours after its creation.",
      examples: [expiresAt],
    }),
  })
  .meta({ id: "Invitation", description: "A code with which the account's person can choose a password once." });
/** See the schema of the same name. */
export type Invitation = z.infer<typeof Invitation>;

/** The example of an invitation that all routes share. */
export const exampleInvitation = {
  url: `https://pets.example/invitation#${exampleCode}`,
  code: exampleCode,
  expiresAt,
};

const MAX_CODE_LENGTH = 64;
const body = rule("must be a JSON object");
const code = secret(
  z
    .string(rule("must be a string"))
    .max(MAX_CODE_LENGTH, `must have at most ${MAX_CODE_LENGTH} characters`)
    .regex(/^[\w\s-]+$/, "must be a code of letters and digits"),
).meta({ description: "The code. Case, white space and hyphens do not matter.", examples: [exampleCode] });

/** The code of an invitation: the body of `showInvitation`. */
export const InvitationCode = z
  .strictObject({ code }, body)
  .meta({ id: "InvitationCode", description: "The code of an invitation." });

/** The body of `acceptInvitation`. */
export const InvitationAcceptance = z.strictObject({ code, password: NewPassword }, body).meta({
  id: "InvitationAcceptance",
  description: "The code of an invitation, and the password that the person chose.",
});

/** The account that an invitation is for. */
export const InvitedUser = z
  .strictObject({
    email: personal(z.string(), "kept").meta({
      description: "The address to sign in with.",
      examples: [exampleUser.email],
    }),
    name: personal(z.string(), "kept").meta({ description: "The person's name.", examples: [exampleUser.name] }),
    role: Role,
    expiresAt: moment.meta({ description: "When the invitation stops working, in UTC.", examples: [expiresAt] }),
  })
  .meta({ id: "InvitedUser", description: "The person for whom an invitation was made." });

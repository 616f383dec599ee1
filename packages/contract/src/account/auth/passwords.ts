import * as z from "zod";
import { ApiKey } from "../api-key.js";
import { secret } from "../../http/personal.js";
import { rule } from "../../http/rules.js";

/** The minimum number of characters (Unicode code points) of a password. */
export const MIN_PASSWORD_LENGTH = 12;
/** The maximum number of characters (Unicode code points) of a password. */
export const MAX_PASSWORD_LENGTH = 128;

/** A new password. The service also refuses one that is easy to guess, which no schema can check. */
export const NewPassword = secret(z.string(rule("must be a string"))).meta({
  description: `${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters, and not easy to guess.`,
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: MAX_PASSWORD_LENGTH,
  examples: ["glacier 9 tulip march"],
  format: "password",
});

/**
 * The maximum length of a password that is checked, in Unicode code points, as both zod 4.6 and JSON Schema count them.
 * No stored password is that long. The limit bounds how much the service hashes.
 */
const MAX_GIVEN_LENGTH = 256;

/** A password that the service compares with the password of an account. */
export const GivenPassword = secret(
  z.string(rule("must be a password")).min(1, "must be a password").max(MAX_GIVEN_LENGTH, "must be a password"),
).meta({ format: "password", examples: ["lantern 7 goose orbit"] });

/** The body of `reauthenticate`, which proves the identity of a signed-in person again. */
export const Reauthentication = z
  .strictObject(
    { password: GivenPassword.meta({ description: "The account's password." }) },
    rule("must be a JSON object"),
  )
  .meta({ id: "Reauthentication", description: "Proves again that it is the person who is signed in." });

/** Whether a change of password revokes the account's API keys. */
export const RevokeApiKeys = z.boolean("must be true or false").optional();

/** An API key, as the answer to a change of password lists it. */
export const LiveApiKey = ApiKey.pick({ id: true, name: true, prefix: true, lastFour: true, scope: true }).meta({
  id: "LiveApiKey",
  description: "An API key that had neither expired nor been revoked.",
});
/** See the schema of the same name. */
export type LiveApiKey = z.infer<typeof LiveApiKey>;

/**
 * The part of the answer to a change of password that lists the account's API keys. These stay valid, although the
 * account's sessions end.
 */
export const apiKeyOutcome = {
  apiKeys: z.array(LiveApiKey).meta({ description: "The account's API keys." }),
  apiKeysRevoked: z.boolean().meta({ description: "Whether these keys were revoked in the same transaction." }),
};

/** The new password of one's own account: the body of `changePassword`. */
export const PasswordChange = z
  .strictObject(
    {
      currentPassword: GivenPassword.meta({ description: "The current password." }),
      newPassword: NewPassword,
      revokeApiKeys: RevokeApiKeys.meta({
        description: "Whether to revoke the account's API keys. The default is `false`.",
      }),
    },
    rule("must be a JSON object"),
  )
  .meta({ id: "PasswordChange", description: "The new password of one's own account." });

import { z } from "zod";
import { Id, TextId } from "./identifiers.js";
import { scopes } from "./metadata.js";
import { isMoment, moment } from "./moments.js";
import { Name } from "./names.js";
import { rule } from "./rules.js";

/** How far ahead a key may end, in years. */
export const MAX_KEY_YEARS = 10;
/** For how many days the use of what is deprecated is told. */
export const DEPRECATED_CALL_DAYS = 90;
/** How long a key that was rotated may live on, in seconds: a week. */
export const MAX_OVERLAP_SECONDS = 604_800;

/** What an API key may do, see {@link scopes}. */
export const ApiKeyScope = z.enum(scopes, rule(`must be one of ${scopes.join(", ")}`)).meta({
  id: "ApiKeyScope",
  description:
    "What the key may do: `read` lists and gets, `write` changes animals, categories and orders too, `admin` looks after keys and reads the audit trail too. A key never may do more than its account: of a clerk's key, `admin` counts as `write`.",
});

/** Whether a key can be used: it has not ended, it has run out, or somebody has ended it. */
export const ApiKeyState = z
  .enum(["active", "expired", "revoked"], rule("must be one of active, expired, revoked"))
  .meta({
    id: "ApiKeyState",
    description:
      "Whether the key can be used: `active`, `expired` since its `expiresAt`, or `revoked`, which counts before `expired`.",
  });
/** See the schema of the same name. */
export type ApiKeyState = z.infer<typeof ApiKeyState>;

const momentRule = "must be a date-time with an offset (RFC 3339), for example 2027-01-31T09:30:00Z";

/** What making a key takes. */
export const NewApiKey = z
  .strictObject(
    {
      name: Name.meta({
        description:
          "What people call the key, such as what it is used by. White space at both ends is trimmed; 1 to 200 characters, no control characters. It need not be unique.",
        examples: ["Shop front"],
      }),
      scope: ApiKeyScope,
      expiresAt: z
        .string(rule(momentRule))
        .refine(isMoment, momentRule)
        .optional()
        .meta({
          format: "date-time",
          description: `When the key ends, with an offset (RFC 3339): in the future, at most ${MAX_KEY_YEARS} years ahead. Without it, the key does not end by itself.`,
          examples: ["2027-01-31T09:30:00Z"],
        }),
    },
    rule("must be a JSON object"),
  )
  .meta({
    id: "NewApiKey",
    description: "An API key to be made.",
    examples: [{ name: "Shop front", scope: "write", expiresAt: "2027-01-31T09:30:00Z" }],
  });

/** How often a key used a deprecated operation on one day. */
const DeprecatedCalls = z
  .strictObject({
    date: z.string().meta({ format: "date", description: "The day, in UTC.", examples: ["2026-11-21"] }),
    operationId: z.string().meta({ description: "The operation, as this document names it.", examples: ["getPet"] }),
    count: z
      .int()
      .min(1)
      .meta({ format: "int64", description: "How often.", examples: [17] }),
  })
  .meta({ id: "DeprecatedCalls", description: "How often a key used a deprecated operation on one day." });

/** An API key, without the key itself. */
export const ApiKey = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service.", examples: [5] }),
    name: z.string().meta({ description: "What people call the key.", examples: ["Shop front"] }),
    scope: ApiKeyScope,
    prefix: z
      .string()
      .meta({ description: "How the key begins: `pets_live_` or `pets_test_`.", examples: ["pets_live_"] }),
    lastFour: z.string().meta({ description: "The key's last four characters.", examples: ["x7Qd"] }),
    createdAt: moment.meta({ description: "When it was made, in UTC.", examples: ["2026-11-21T09:30:00.000Z"] }),
    createdBy: z
      .strictObject({
        id: Id.meta({ examples: [3] }),
        email: z.string().meta({ examples: ["sam@petstore.example"] }),
        name: z.string().meta({ examples: ["Sam"] }),
      })
      .meta({ description: "The account that the key belongs to." }),
    lastUsedAt: moment.nullable().meta({
      description:
        "When it was last used, in UTC, exact to a minute; null where it never was. It is written some seconds later.",
      examples: ["2026-11-21T10:15:00.000Z"],
    }),
    expiresAt: moment.nullable().meta({
      description: "When it ends by itself, in UTC; null where it does not.",
      examples: ["2027-01-31T09:30:00.000Z"],
    }),
    revokedAt: moment.nullable().meta({
      description: "When it was revoked, in UTC; null where it was not.",
      examples: [null],
    }),
    deprecatedCalls: z.array(DeprecatedCalls).meta({
      description: `The deprecated operations that it used in the last ${DEPRECATED_CALL_DAYS} days, the newest day first.`,
    }),
  })
  .meta({ id: "ApiKey", description: "An API key. The key itself is nowhere in it: the service does not have it." });
/** See the schema of the same name. */
export type ApiKey = z.infer<typeof ApiKey>;

/** A key that has just been made: the one answer that shows the key itself. */
export const CreatedApiKey = ApiKey.extend({
  key: z.string().meta({
    description: "The key: `Authorization: Bearer <key>`. It is shown in this answer and never again.",
    examples: ["pets_live_5mTz0cQ8rVbY3kLw9JdXa2HfNpUe6GsRK3x7Qd"],
  }),
}).meta({ id: "CreatedApiKey", description: "An API key that has just been made, and the key itself, this once." });
/** See the schema of the same name. */
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

/** A page of API keys. */
export const ApiKeys = z.array(ApiKey).meta({ id: "ApiKeys", description: "A page of API keys." });

const overlapRule = `must be an integer from 0 to ${MAX_OVERLAP_SECONDS}`;

/** What rotating a key takes. */
export const ApiKeyRotation = z
  .strictObject(
    {
      overlapSeconds: z
        .int(rule(overlapRule))
        .min(0, overlapRule)
        .max(MAX_OVERLAP_SECONDS, overlapRule)
        .meta({
          description:
            "For how long the old key lives on beside the new one, in seconds: a week at most; 0 ends it at once.",
          examples: [3_600],
        }),
    },
    rule("must be a JSON object"),
  )
  .meta({ id: "ApiKeyRotation", description: "How a key is to be rotated.", examples: [{ overlapSeconds: 3_600 }] });

/** The path parameters of one key. */
export const ApiKeyPath = z.strictObject({
  keyId: TextId.meta({ description: "Identifier of the API key.", examples: [5] }),
});

import * as z from "zod";
import { personal } from "../http/personal.js";
import { exampleKey } from "../examples.js";
import { Id, TextId } from "../http/identifiers.js";
import { scopes } from "../http/metadata.js";
import { isMoment, moment, momentPattern } from "../http/moments.js";
import { Name } from "../http/names.js";
import { oneOf, ownRule, rule } from "../http/rules.js";

/** The longest lifetime of an API key, in years. */
export const MAX_KEY_YEARS = 10;
/** How long calls of deprecated operations are reported, in days. */
export const DEPRECATED_CALL_DAYS = 90;
/** How many keys a dry run of a revocation lists. */
export const MAX_LISTED_REVOCATIONS = 1_000;

/** The permissions of an API key, see {@link scopes}. */
export const ApiKeyScope = oneOf(scopes).meta({
  id: "ApiKeyScope",
  description:
    "Permissions of the key: `read` gets pets, categories, orders, the inventory and statistics; `write` also changes pets, categories and orders, and lists the history and saved views, which name staff; `admin` also manages API keys and reads the audit trail. A key is limited to the permissions of its account: for a clerk's key, `admin` counts as `write`.",
});

const momentRule = "must be a date-time with an offset (RFC 3339), for example 2027-01-31T09:30:00Z";

/** Request body for creating an API key. */
export const NewApiKey = z
  .strictObject(
    {
      name: Name.meta({
        description:
          "Display name of the key, for example the application that uses it; not necessarily unique. 1 to 200 characters after trimming, without control characters.",
        examples: ["Shop front"],
      }),
      scope: ApiKeyScope,
      expiresAt: z
        .string(rule(momentRule))
        .refine(isMoment, ownRule(momentRule, { rule: "moment" }))
        .optional()
        .meta({
          format: "date-time",
          pattern: momentPattern,
          description: `When the key expires: a date-time with an offset (RFC 3339), in the future and at most ${MAX_KEY_YEARS} years ahead. Without it, the key does not expire. A key that is made with another API key expires at the latest when that key expires; without \`expiresAt\` it expires at the same time.`,
          examples: ["2027-01-31T09:30:00Z"],
        }),
    },
    rule("must be a JSON object"),
  )
  .meta({
    id: "NewApiKey",
    description: "An API key to create.",
    examples: [{ name: "Shop front", scope: "write", expiresAt: "2027-01-31T09:30:00Z" }],
  });

const DeprecatedCalls = z
  .strictObject({
    date: z.string().meta({ format: "date", description: "The day, in UTC.", examples: ["2026-11-21"] }),
    operationId: z
      .string()
      .meta({ description: "The `operationId` of the operation in this document.", examples: ["getPet"] }),
    count: z
      .int()
      .min(1)
      .meta({ format: "int64", description: "The number of calls.", examples: [17] }),
  })
  .meta({ id: "DeprecatedCalls", description: "The calls of a deprecated operation by one key on one day." });

/** An API key, without its secret. */
export const ApiKey = z
  .strictObject({
    id: Id.meta({ description: "Unique identifier, assigned by the service.", examples: [5] }),
    name: z.string().meta({ description: "Display name of the key.", examples: ["Shop front"] }),
    scope: ApiKeyScope,
    prefix: z
      .string()
      .meta({ description: "The key's prefix: `pets_live_` or `pets_test_`.", examples: ["pets_live_"] }),
    lastFour: z.string().meta({ description: "The key's last four characters.", examples: ["x7Qd"] }),
    createdAt: moment.meta({
      description: "When the key was created, in UTC.",
      examples: ["2026-11-21T09:30:00.000Z"],
    }),
    createdBy: z
      .strictObject({
        id: Id.meta({ description: "Identifier of the account.", examples: [3] }),
        email: personal(
          z
            .string()
            .meta({ description: "The address that the account signs in with.", examples: ["sam@petstore.example"] }),
          "kept",
        ),
        name: personal(z.string(), "kept").meta({ description: "The account's name.", examples: ["Sam"] }),
      })
      .meta({ description: "The account that the key belongs to." }),
    parentId: Id.nullable().meta({
      description:
        "The API key with which this one was made; null if a signed-in account or the command line made it. When a key is rotated, its children get the new key as their parent.",
      examples: [null],
    }),
    lastUsedAt: moment.nullable().meta({
      description:
        "When the key was last used, in UTC, accurate to a minute and recorded with a delay of some seconds; null if never.",
      examples: ["2026-11-21T10:15:00.000Z"],
    }),
    expiresAt: moment.nullable().meta({
      description: "When the key expires, in UTC; null if never.",
      examples: ["2027-01-31T09:30:00.000Z"],
    }),
    revokedAt: moment.nullable().meta({
      description: "When the key was revoked, in UTC; null if it was not.",
      examples: [null],
    }),
    deprecatedCalls: z.array(DeprecatedCalls).meta({
      description: `Calls of deprecated operations in the last ${DEPRECATED_CALL_DAYS} days, newest first.`,
    }),
  })
  .meta({ id: "ApiKey", description: "An API key, without its secret: the service stores only a hash of it." });
/** See the schema of the same name. */
export type ApiKey = z.infer<typeof ApiKey>;

/** A new API key with its secret, which no other response contains. */
export const CreatedApiKey = ApiKey.extend({
  key: z.string().meta({
    description: "The secret: `Authorization: Bearer <key>`. It is shown only in this response.",
    examples: [exampleKey],
  }),
}).meta({ id: "CreatedApiKey", description: "A new API key with its secret, which is shown only once." });
/** See the schema of the same name. */
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

/** A page of API keys. */
export const ApiKeys = z.array(ApiKey).meta({ id: "ApiKeys", description: "A page of API keys." });

/** What revoking an API key would do. */
export const ApiKeyRevocation = z
  .strictObject({
    count: z
      .int()
      .min(0)
      .meta({ format: "int64", description: "The number of API keys that would be revoked.", examples: [2] }),
    apiKeys: ApiKeys.meta({
      description: `These keys, by id, at most ${MAX_LISTED_REVOCATIONS.toLocaleString("en")}. Keys that are already revoked are not included.`,
    }),
  })
  .meta({ id: "ApiKeyRevocation", description: "The API keys that a request without `dryRun` would revoke." });

/** Path parameters of one API key. */
export const ApiKeyPath = z.strictObject({
  keyId: TextId.meta({ description: "Identifier of the API key.", examples: [5] }),
});

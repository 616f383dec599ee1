/**
 * Findings of Spectral's OWASP rules that are accepted, each with the reason. A waiver without a finding fails a test.
 */
export type Waiver = {
  readonly rule: string;
  /**
   * The findings that it waives, by their place in the document. A parameter is given by its name. The default is all
   * findings.
   */
  readonly at?: RegExp;
  /** Waives only findings about what the service sends: a response, a webhook, or a schema that no request uses. */
  readonly onlyResponses?: true;
  /** Waives only findings about the published name of a new pet, which its pattern bounds. */
  readonly onlyTrimmed?: true;
  readonly reason: string;
};

export const owaspWaivers: readonly Waiver[] = [
  {
    rule: "owasp:api1:2023-no-numeric-ids",
    reason:
      "The published interface says that ids are int64. Authorisation depends on the key's scope and account, never on an id being unknown (docs/security.md, API1).",
  },
  {
    rule: "owasp:api2:2023-read-restricted",
    at: /^paths\/\/(?:openapi\.json|get-session)\//,
    reason:
      "The OpenAPI document is public, and limited by address. GET /auth/get-session answers null to who is not signed in: it tells a page whether to show the sign-in.",
  },
  {
    rule: "owasp:api2:2023-write-restricted",
    at: /^paths\/\/(?:sign-in\/|sign-out\/|invitation\/|passkeys\/authentication-options\/)/,
    reason:
      "Signing in and accepting an invitation are how a browser gets its session, and signing out does nothing without one. All refuse foreign origins; attempts are limited (docs/authentication.md).",
  },
  {
    rule: "owasp:api8:2023-define-error-responses-401",
    at: /^paths\/\/(?:sign-in\/passkey|invitation\/(?:show|accept)|passkeys\/authentication-options)\//,
    reason:
      "They need no session. An invitation or a passkey that is refused is a field of the body that is wrong: 400, with a code of its own.",
  },
  {
    rule: "owasp:api4:2023-integer-format",
    reason:
      "Integers above 32 bits are int64. The others have a minimum and a maximum and no format, as in the published interface: int32 changes the types of generated Go and Rust clients.",
  },
  {
    rule: "owasp:api4:2023-integer-limit",
    at: /\/rotation$/,
    reason: "Its `enum` lists the four values. A bound beside it breaks orval's zod output (decision 139).",
  },
  {
    rule: "owasp:api4:2023-array-limit",
    onlyResponses: true,
    reason:
      "The rule bounds what a client can make the service process. Listings are bounded by `limit`; a bound of each array would be a promise about content that no client needs.",
  },
  {
    rule: "owasp:api4:2023-string-limit",
    onlyResponses: true,
    reason:
      "As for arrays: the rule bounds what a client sends. What the service answers, it has bounded when it stored it.",
  },
  {
    rule: "owasp:api4:2023-string-restricted",
    onlyResponses: true,
    reason: "As for arrays: what the service answers was checked when it was stored, or is text for people.",
  },
  {
    rule: "owasp:api4:2023-string-limit",
    at: /\/(?:parameters\/(?:If-Match|If-None-Match|Prefer|from|to|createdFrom|createdTo)\/schema|(?:ViewQuery|query)\/properties\/(?:from|to|createdFrom|createdTo))$/,
    reason:
      "If-Match, If-None-Match, Prefer, and the digits of a second's fraction in a time, are bounded only together with all other header fields or the target: 16,384 bytes, else 431, or with the body. A bound of each would be narrower than the check.",
  },
  {
    rule: "owasp:api4:2023-string-limit",
    onlyTrimmed: true,
    reason:
      "The published pattern bounds the name of a new pet. The stable document does not change; the others have `maxLength`.",
  },
  {
    rule: "owasp:api4:2023-string-limit",
    at: /\/expiresAt$/,
    reason: "A date-time; only the size of the body bounds the digits of a second's fraction.",
  },
  {
    rule: "owasp:api4:2023-string-restricted",
    at: /\/properties\/(?:csv|columns\/properties\/\w+|attributeColumns\/additionalProperties|valueMaps\/propertyNames)$|\/Import(?:Columns\/properties\/\w+|AttributeColumns\/additionalProperties|ValueMaps\/propertyNames)$/,
    reason: "A CSV file and the names of its columns are any text; `maxLength` bounds both.",
  },
  {
    rule: "owasp:api4:2023-string-restricted",
    at: /attributes\/(?:schema\/)?additionalProperties\/items$/,
    reason: "A value to filter by may be any text that a store has; `maxLength` bounds it.",
  },
  {
    rule: "owasp:api4:2023-rate-limit",
    at: /\/responses\/(?:4\d\d|2\d\d|304)\/headers$/,
    reason:
      "RateLimit and RateLimit-Policy are on every response of a request that is counted; errors before authentication are not counted. They are beta, so the stable document lacks them, and /auth tells nobody how many attempts remain. Every document has 429 with Retry-After.",
  },
  {
    rule: "owasp:api5:2023-admin-security-unique",
    at: /^paths\/\/admin\//,
    reason:
      "Owners sign in like all staff, and the service checks the account's role on each request (`x-required-role`). A second credential would protect nothing that the role does not.",
  },
  {
    rule: "owasp:api8:2023-define-cors-origin",
    reason:
      "CORS is off by default: Access-Control-Allow-Origin is sent only to origins that the operator lists in CORS_ORIGINS, below /v1 and never below /auth. A browser reads it, not the client of an API.",
  },
  {
    rule: "owasp:api8:2023-define-error-responses-401",
    at: /^paths\/\/(?:openapi\.json|get-session|sign-out)\//,
    reason: "These operations need neither a key nor a session, so none can be missing.",
  },
];

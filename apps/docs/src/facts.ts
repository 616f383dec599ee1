import {
  BASE_PATH,
  contract,
  DEFAULT_OVERLAP_SECONDS,
  DEPRECATED_CALL_DAYS,
  errorCodes,
  IDEMPOTENCY_HOURS,
  IMPORT_ANSWER_SECONDS,
  IMPORT_SECONDS,
  MAX_IDEMPOTENCY_KEY,
  listRoutes,
  MAX_ATTEMPTS,
  MAX_BODY_BYTES,
  MAX_IMPORT_ROWS,
  MAX_KEY_YEARS,
  MAX_OVERLAP_SECONDS,
  MAX_UPSERTS,
  RESTORE_DAYS,
  scopes,
} from "@petstore/contract/routes";
import { auth, type Schema, schemaName, v1 } from "./openapi.js";

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const number = (value: number | undefined) => {
  if (value === undefined) throw new Error("The OpenAPI document no longer has a limit that the guides name.");
  return value.toLocaleString("en");
};

const schemaOf = (operationId: string, parameter: string): Schema => {
  const operation = v1.operations.find((one) => one.operationId === operationId);
  const found = operation?.parameters?.find(({ name }) => name === parameter)?.schema;
  if (found === undefined) throw new Error(`${operationId} no longer has the parameter ${parameter}.`);
  return found.$ref === undefined ? found : (v1.components.schemas[schemaName(found.$ref)] ?? found);
};

const pageSize = schemaOf("listPets", "limit");

/** The deprecated operations that the contract declares. */
export const deprecations = listRoutes(contract).flatMap(({ operationId, metadata: { deprecation } }) =>
  deprecation === undefined ? [] : [{ operationId, ...deprecation }],
);

export const formatDay = (date: Date): string => day.format(date);

const [firstSunset] = deprecations.map(({ sunset }) => sunset).toSorted((a, b) => a.getTime() - b.getTime());

const statusOf = (operationId: string, isWanted: (status: number) => boolean): string => {
  const responses = v1.operations.find((one) => one.operationId === operationId)?.responses ?? {};
  const found = Object.keys(responses).find((status) => isWanted(Number(status)));
  if (found === undefined) throw new Error(`${operationId} no longer has the status that the guides name.`);
  return found;
};

/** The extensions of both documents. An extension that is not described here makes the build fail. */
const extensions: Readonly<Record<string, string>> = {
  "x-stability":
    "On operations, parameters, responses and headers. `stable` is the published interface; `beta` may still change; `deprecated` will be removed. Where it is absent, that of the operation holds.",
  "x-required-scope": "The least scope that the API key of a request needs. Absent if the operation needs no key.",
  "x-extensible-enum": "On schemas of responses: the values of this version. Later ones may have more.",
  "x-known-values": "On parameters: the values that every store takes; others depend on the store.",
  "x-known-prefixes": "On parameters with `x-known-values`: each other value begins with one of these.",
  "x-required-role": "Below `/auth`: the role that the signed-in account needs.",
  "x-requires-reauthentication":
    "Below `/auth`: `true` if the person must have proved who they are in the last 10 minutes (`POST /auth/reauthenticate`).",
};

const describeExtensions = (): string => {
  const used = new Set<string>();
  const collect = (key: string, value: unknown) => {
    if (key.startsWith("x-")) used.add(key);
    return value;
  };
  JSON.stringify([v1.paths, v1.components, auth.paths, auth.components], collect);
  return [...used]
    .map((name) => {
      const meaning = extensions[name];
      if (meaning === undefined) throw new Error(`The OpenAPI document has ${name}: describe it in facts.ts.`);
      return `- \`${name}\`: ${meaning}`;
    })
    .join("\n");
};

const rotation = v1.components.schemas["Rotation"]?.examples?.[0] as { overlapSeconds: number } | undefined;

const client = `\`\`\`ts
import { createClient } from "@petstore/contract";

const client = createClient({ baseUrl: process.env.API ?? "", apiKey: process.env.KEY ?? "" });
\`\`\``;

/** The values that guides refer to as `{{name}}`. No guide contains a limit, a date or a status itself. */
const facts: Readonly<Record<string, string>> = {
  client,
  extensions: describeExtensions(),
  "status.ok": statusOf("getPet", (status) => status < 300),
  "status.created": statusOf("createPet", (status) => status < 300),
  "status.notModified": statusOf("listPets", (status) => status >= 300 && status < 400),
  overlapExample: String(rotation?.overlapSeconds),
  maxEvents: number(schemaOf("listEvents", "limit").maximum),
  maxWait: number(schemaOf("listEvents", "wait").maximum),
  maxAttempts: number(MAX_ATTEMPTS),
  overlapHours: number(DEFAULT_OVERLAP_SECONDS / 3_600),
  maxChanges: number(v1.components.schemas["BulkPetChanges"]?.maxItems),
  basePath: BASE_PATH,
  version: v1.info.version,
  scopes: scopes.map((scope) => `\`${scope}\``).join(", "),
  firstSunset: firstSunset === undefined ? "" : formatDay(firstSunset),
  pageSizeMin: number(pageSize.minimum),
  pageSizeMax: number(pageSize.maximum),
  pageSizeDefault: number(Number(pageSize.default)),
  maxIds: number(schemaOf("listPets", "id").maxItems),
  withoutKey: v1.operations
    .filter(
      ({ method, parameters = [] }) => method === "POST" && !parameters.some((one) => one.name === "Idempotency-Key"),
    )
    .map(({ method, path }) => `\`${method} ${path.slice(BASE_PATH.length)}\``)
    .join(", "),
  maxUpserts: number(MAX_UPSERTS),
  maxImportRows: number(MAX_IMPORT_ROWS),
  undoDays: number(RESTORE_DAYS),
  maxBatch: number(v1.components.schemas["NewPets"]?.maxItems),
  idempotencyHours: number(IDEMPOTENCY_HOURS),
  idempotencyKeyMax: number(MAX_IDEMPOTENCY_KEY),
  maxBodyBytes: number(MAX_BODY_BYTES),
  maxKeyYears: number(MAX_KEY_YEARS),
  maxOverlapSeconds: number(MAX_OVERLAP_SECONDS),
  importSeconds: number(IMPORT_SECONDS),
  importAnswerSeconds: number(IMPORT_ANSWER_SECONDS),
  // These statuses belong to HTTP; the service itself sends neither of them.
  "status.badGateway": "502",
  "status.gatewayTimeout": "504",
  deprecatedCallDays: number(DEPRECATED_CALL_DAYS),
  operationCount: number(v1.operations.length),
  ...Object.fromEntries(Object.entries(errorCodes).map(([code, { status }]) => [`status.${code}`, String(status)])),
};

/** Replaces `{{name}}` by its value. @throws If there is no such value. */
export const fill = (text: string): string =>
  text.replaceAll(/\{\{([\w.]+)\}\}/g, (_, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`{{${name}}} is not in facts.ts: correct the name, or add the fact there.`);
    return fact;
  });

import type { AppRouter } from "@ts-rest/core";
import { generateOpenApiAsync } from "@ts-rest/open-api";
import * as z from "zod";
import { AUTH_BASE_PATH, authContract } from "../account/auth/contract.js";
import { authDialect, authSecuritySchemes, authTags, describeAuthInfo } from "./auth-document.js";
import { BASE_PATH, contract, descriptions } from "../contract.js";
import { asOpenApi30 } from "./as-3-0.js";
import { shareRepeated } from "./openapi-components.js";
import { legal, lengthFact, problemFact } from "./openapi-info.js";
import { type Dialect, describeOperation, headerObjects, stableDialect, v1Dialect } from "./openapi-operation.js";
import { addExamples, type Json, parameterSchema, schemaCollector } from "./openapi-schemas.js";
import { asPublished, type Document, onlyStable } from "./openapi-stable.js";
import { describeWebhooks, messageTag } from "./openapi-webhooks.js";
import { withVariants } from "./variants.js";

const describeInterface = (stability?: "stable") => {
  const facts = [
    `Every operation${stability ? "" : " except this document"} requires an API key, sent as \`Authorization: Bearer <API_KEY>\`.`,
    "Every error has a JSON body of exactly `code`, `message` and `status`; `message` names each invalid field and its rule.",
    ...(stability ? [] : [problemFact, lengthFact]),
    "Unknown input is refused, never ignored: an unknown body field or query parameter is answered with 400.",
    "`HEAD` works wherever `GET` does; `OPTIONS` returns 204 with `Allow`; an unsupported method on an existing path is answered with 405 and `Allow`.",
    "Integers are at most 9007199254740991 (2^53 - 1), which every JSON parser reads exactly (RFC 7493).",
    "Clients must handle unknown error codes: codes may be added, and each follows the meaning of its status.",
    stability
      ? "`Pet` and `Error` gain no fields in `/v1`. Clients must ignore response headers that they do not know."
      : "Clients must ignore response headers and fields that they do not know: every body but `Pet` and `Error` may gain fields.",
  ];
  const intro = "The catalogue of animals held in a store, over HTTP with JSON bodies.";
  const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join("\n");
  return `${intro}\n\n${list(facts)}\n\nExtensions of OpenAPI:\n\n${list(extensionsOf(stability))}`;
};

/** Explains the extensions that the document uses. */
const extensionsOf = (stability?: "stable") => [
  `\`x-stability\` of an operation or a parameter, or of a response${stability ? "" : ", a field"} or a header that is less stable than its operation: \`stable\` is the published interface, \`beta\` may still change, \`deprecated\` is removed on the date of its \`Sunset\` header.`,
  "`x-required-scope` of an operation: the scope that its API key needs; `write` includes `read`, and `admin` both.",
  "`x-extensible-enum` of a schema: the values of this version. Later ones may have more, so a client must handle a value that it does not know.",
  ...(stability
    ? []
    : [
        "`x-known-values` of a parameter: the values that every store takes; others depend on the store.",
        "`x-known-prefixes` of a parameter with `x-known-values`: each other value begins with one of these.",
      ]),
  "`x-internal` of a server: `false`, because clients outside the store use it too.",
];

/**
 * The version of the published interface. It does not change when the package and the complete document get a new
 * version.
 */
const INTERFACE_VERSION = "1.0.0";

const describeInfo = (version: string, stability?: "stable") => ({
  title: "Pet Store",
  version: stability === "stable" ? INTERFACE_VERSION : version,
  ...legal,
  description: describeInterface(stability),
});

/** `apiKeys` → `api-keys`. */
const tagOf = (router: string) => router.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

type Frame = {
  readonly info: Json & { readonly title: string; readonly version: string };
  readonly basePath: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly securitySchemes: Json;
  /** True if only the service's own pages use the interface. */
  readonly isInternal: boolean;
};

/**
 * Generates the document of a router. ts-rest reads the routes, and `dialect` describes what ts-rest has no field for.
 */
const generate = async (
  router: AppRouter,
  { info, basePath, tags, securitySchemes, isInternal }: Frame,
  dialect: Dialect,
) => {
  const { components, transform } = schemaCollector();
  if (dialect.problem !== undefined) transform(z.array(dialect.problem), "output", "response");
  const webhooks = dialect === v1Dialect ? { webhooks: describeWebhooks(transform) } : {};
  // The published document has an example of each component. In the other documents these examples would only repeat
  // the examples of the parts.
  const examplesIn = (all: Record<string, Json>) => (dialect === stableDialect ? addExamples(all) : all);
  const description = "The service that has this document: production, staging or local.";
  const server = { url: basePath, description, "x-internal": isInternal };
  const generated = await generateOpenApiAsync(
    router,
    { info, servers: [server] },
    {
      setOperationId: true,
      schemaTransformer: async ({ schema, type }) => {
        if (!(schema instanceof z.ZodType)) return null;
        if (type === "query" || type === "path") return parameterSchema(schema, transform);
        return transform(schema, type === "body" ? "input" : "output", type === "response" ? "response" : "request");
      },
      operationMapper: (operation, route) =>
        ({ ...describeOperation(operation as never, route, dialect), tags: operation.tags?.map(tagOf) }) as never,
    },
  );
  const paths = generated.paths as Document["paths"];
  return {
    openapi: "3.1.1",
    info,
    servers: generated.servers,
    tags: tags.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    paths,
    ...webhooks,
    components: {
      schemas: Object.fromEntries(
        Object.entries(examplesIn(withVariants(components))).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
      headers: headerObjects(dialect.sharedHeaders),
      securitySchemes,
    },
  };
};

const routeTags = Object.entries(descriptions).map(([router, description]) => ({ name: tagOf(router), description }));
const v1Tags = [...routeTags, messageTag];

/**
 * @param version - The version of the package, which the document has too.
 * @param stability - `stable` keeps only what is published.
 * @param openapi - The version of OpenAPI.
 * @returns The document, with `/v1` as its only server. The stable document has no shared components except schemas, as it was published.
 */
export const generateDocument = async (
  version: string,
  stability?: "stable",
  openapi: "3.0" | "3.1" = "3.1",
): Promise<Document> => {
  const document = await generateV1(version, stability);
  return openapi === "3.0" ? (asOpenApi30(document) as Document) : document;
};

const generateV1 = async (version: string, stability?: "stable"): Promise<Document> => {
  const bearer = { type: "http", scheme: "bearer", description: "An API key: `Authorization: Bearer <API_KEY>`." };
  const frame = {
    info: describeInfo(version, stability),
    basePath: BASE_PATH,
    tags: v1Tags,
    securitySchemes: { bearer },
    isInternal: false,
  };
  const document = await generate(contract, frame, stability ? stableDialect : v1Dialect);
  if (stability !== "stable") return shareRepeated(document);
  return { ...onlyStable(asPublished(document)), tags: v1Tags.filter(({ name }) => name === "pets") };
};

/**
 * The OpenAPI 3.1 document of the routes below `/auth`.
 * @param version - The version of the package, which the document has too.
 */
export const generateAuthDocument = async (version: string): Promise<Document> => {
  const frame = {
    info: describeAuthInfo(version),
    basePath: AUTH_BASE_PATH,
    tags: authTags,
    securitySchemes: authSecuritySchemes,
    isInternal: true,
  };
  return shareRepeated(await generate(authContract, frame, authDialect));
};

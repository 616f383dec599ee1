import type { AppRouter } from "@ts-rest/core";
import { generateOpenApiAsync } from "@ts-rest/open-api";
import * as z from "zod";
import { AUTH_BASE_PATH, authContract } from "../account/auth/contract.js";
import { authDialect, authInfo, authSecuritySchemes, authTags } from "./auth-document.js";
import { BASE_PATH, contract, descriptions } from "../contract.js";
import {
  type Dialect,
  describeOperation,
  headerObjects,
  type Link,
  type Operation,
  stableDialect,
  v1Dialect,
} from "./openapi-operation.js";
import { legal } from "./openapi-info.js";
import { sharedHeaders } from "../http/response-headers.js";
import { addExamples, type Json, parameterSchema, schemaCollector, usedComponents } from "./openapi-schemas.js";

const describeInterface = (stability?: "stable") => {
  const facts = [
    `Every operation${stability ? "" : " except this document"} requires an API key, sent as \`Authorization: Bearer <API_KEY>\`.`,
    "Every error has a JSON body of exactly `code`, `message` and `status`; `message` names each invalid field and its rule.",
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

/** What the extensions in the document mean. */
const extensionsOf = (stability?: "stable") => [
  `\`x-stability\` of an operation or a parameter, or of a response${stability ? "" : ", a field"} or a header that is less stable than its operation: \`stable\` is the published interface, \`beta\` may still change, \`deprecated\` is removed on the date of its \`Sunset\` header.`,
  "`x-required-scope` of an operation: the scope that its API key needs; `write` includes `read`, and `admin` both.",
  "`x-extensible-enum` of a schema: the values of this version. Later ones may have more, so a client must handle a value that it does not know.",
  ...(stability
    ? []
    : ["`x-known-values` of a parameter: the values that every store takes; others depend on the store."]),
  "`x-internal` of a server: `false`, because clients outside the store use it too.",
];

const describeInfo = (stability?: "stable") => ({
  title: "Pet Store",
  version: "1.0.0",
  ...legal,
  description: describeInterface(stability),
});

type Document = Json & {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; headers: Record<string, Json> } & Json;
};

/** `apiKeys` → `api-keys`. */
const tagOf = (router: string) => router.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const isNotBeta = (entry: object) => !("x-stability" in entry && entry["x-stability"] === "beta");

const withoutBeta = <Entry extends object>(entries: Record<string, Entry>): Record<string, Entry> =>
  Object.fromEntries(Object.entries(entries).filter(([, entry]) => isNotBeta(entry)));

/** A shared header has its stability in the component, not in the reference. */
const stableHeaders = (headers: Record<string, Json>) =>
  Object.fromEntries(
    Object.entries(withoutBeta(headers)).filter(([name]) => sharedHeaders[name]?.stability !== "beta"),
  );

/** A link may lead only to what the stable document has: the operation and the parameters. */
const stableLinks = (links: Record<string, Link>, operations: readonly Operation[]) => {
  const isStable = ({ operationId, parameters }: Link) => {
    const target = operations.find((one) => one.operationId === operationId);
    const names = target?.parameters?.filter(isNotBeta).map(({ name }) => name) ?? [];
    return target !== undefined && Object.keys(parameters).every((name) => names.includes(name));
  };
  return Object.fromEntries(Object.entries(links).filter(([, link]) => isStable(link)));
};

const stableOperation = (operation: Operation, operations: readonly Operation[]): Operation => ({
  ...operation,
  parameters: operation.parameters?.filter(isNotBeta) ?? [],
  responses: Object.fromEntries(
    Object.entries(withoutBeta(operation.responses)).map(([status, { links, ...response }]) => {
      const kept = stableLinks(links ?? {}, operations);
      const headers = stableHeaders(response.headers ?? {});
      return [status, { ...response, headers, ...(Object.keys(kept).length > 0 && { links: kept }) }];
    }),
  ),
});

const stableSchemas = (schemas: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const properties = schema["properties"] as Record<string, Json> | undefined;
      return [name, properties === undefined ? schema : { ...schema, properties: withoutBeta(properties) }];
    }),
  );

/** Schemas with more than is published, by what they are in the stable document. */
const published = { ExpandedPet: "Pet" };

const asPublished = (document: Document): Document => {
  let text = JSON.stringify(document);
  for (const [name, stable] of Object.entries(published)) {
    text = text.replaceAll(`"#/components/schemas/${name}"`, `"#/components/schemas/${stable}"`);
  }
  return JSON.parse(text) as Document;
};

const onlyStable = (document: Document): Document => {
  const stable = Object.values(document.paths).flatMap((operations) => Object.values(withoutBeta(operations)));
  const paths = Object.fromEntries(
    Object.entries(document.paths)
      .map(([path, operations]): [string, Record<string, Operation>] => [
        path,
        Object.fromEntries(
          Object.entries(withoutBeta(operations)).map(([method, operation]) => [
            method,
            stableOperation(operation, stable),
          ]),
        ),
      ])
      .filter(([, operations]) => Object.keys(operations).length > 0),
  );
  const schemas = usedComponents(stableSchemas(document.components.schemas), paths);
  const headers = stableHeaders(document.components.headers);
  return { ...document, paths, components: { ...document.components, schemas, headers } };
};

type Frame = {
  readonly info: Json & { readonly title: string; readonly version: string };
  readonly basePath: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly securitySchemes: Json;
  /** Whether only the store's own pages use the interface. */
  readonly isInternal: boolean;
};

/** The document of a router: ts-rest reads the routes, `dialect` describes what it has no field for. */
const generate = async (
  router: AppRouter,
  { info, basePath, tags, securitySchemes, isInternal }: Frame,
  dialect: Dialect,
) => {
  const { components, transform } = schemaCollector();
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
  return {
    openapi: "3.1.1",
    info,
    servers: generated.servers,
    tags: tags.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    paths: generated.paths as Document["paths"],
    components: {
      schemas: Object.fromEntries(Object.entries(addExamples(components)).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      headers: headerObjects(dialect.sharedHeaders),
      securitySchemes,
    },
  };
};

const v1Tags = Object.entries(descriptions).map(([router, description]) => ({ name: tagOf(router), description }));

/** @param stability - `stable` keeps only what is published. @returns The document, with `/v1` as its only server. */
export const generateDocument = async (stability?: "stable"): Promise<Json> => {
  const bearer = { type: "http", scheme: "bearer", description: "An API key: `Authorization: Bearer <API_KEY>`." };
  const frame = {
    info: describeInfo(stability),
    basePath: BASE_PATH,
    tags: v1Tags,
    securitySchemes: { bearer },
    isInternal: false,
  };
  const document = await generate(contract, frame, stability ? stableDialect : v1Dialect);
  if (stability !== "stable") return document;
  return { ...onlyStable(asPublished(document)), tags: v1Tags.filter(({ name }) => name === "pets") };
};

/** The OpenAPI 3.1 document of the routes below `/auth`. */
export const generateAuthDocument = (): Promise<Json> =>
  generate(
    authContract,
    {
      info: authInfo,
      basePath: AUTH_BASE_PATH,
      tags: authTags,
      securitySchemes: authSecuritySchemes,
      isInternal: true,
    },
    authDialect,
  );

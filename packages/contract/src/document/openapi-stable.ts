import type { Link, Operation } from "./openapi-operation.js";
import { type Json, type JsonSchema, usedComponents } from "./openapi-schemas.js";
import { describeCodes, ERRORS_PATH } from "../http/documentation-pages.js";
import { publishedErrorCodes } from "../http/errors.js";
import { sharedHeaders } from "../http/response-headers.js";

/** An OpenAPI document that is made from the contract. */
export type Document = Json & {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; headers: Record<string, Json> } & Json;
};

const isNotBeta = (entry: object) => !("x-stability" in entry && entry["x-stability"] === "beta");

const withoutBeta = <Entry extends object>(entries: Record<string, Entry>): Record<string, Entry> =>
  Object.fromEntries(Object.entries(entries).filter(([, entry]) => isNotBeta(entry)));

/** The stability of a shared header is stated in the component and not in each reference. */
const stableHeaders = (headers: Record<string, Json>) =>
  Object.fromEntries(
    Object.entries(withoutBeta(headers)).filter(([name]) => sharedHeaders[name]?.stability !== "beta"),
  );

/** A link may lead only to an operation with parameters that the stable document has. */
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

/** Throws if a schema requires a property that its stable form lacks, because no value would satisfy it. */
const refuseRequiredBeta = (name: string, { properties = {}, required = [] }: JsonSchema): void => {
  const lost = required.find((property) => properties[property] !== undefined && !isNotBeta(properties[property]));
  if (lost === undefined) return;
  throw new Error(
    `the published schema ${name} requires its beta property ${lost}, which the stable document leaves out; make ${lost} optional, or take its x-stability away to publish it`,
  );
};

/** Returns the schema of errors or of their codes as it was published, and any other schema as it is. */
const asPublishedError = (name: string, schema: Json): Json => {
  if (name === "ErrorCode") {
    const codes = Object.keys(publishedErrorCodes);
    return { ...schema, "x-extensible-enum": codes, description: describeCodes(publishedErrorCodes, ERRORS_PATH) };
  }
  if (name !== "Error") return schema;
  const entries = Object.entries(publishedErrorCodes);
  return { ...schema, examples: entries.map(([code, { example, status }]) => ({ code, message: example, status })) };
};

/** The white space that `trim` removes, and the control characters, as the published patterns have them. */
const whiteSpace = "\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
const controls = "\\u0000-\\u001f\\u007f-\\u009f";

/**
 * The limits of the name of a pet as they were published. The name of a new pet has its maximum length in the pattern.
 */
const publishedNames: Readonly<Record<string, Json>> = {
  Pet: { pattern: `^[${whiteSpace}]*[^${whiteSpace}${controls}][^${controls}]*[${whiteSpace}]*$` },
  NewPet: {
    maxLength: undefined,
    pattern: `^[${whiteSpace}]*[^${whiteSpace}${controls}](?:[^${controls}]{0,198}[^${whiteSpace}${controls}])?[${whiteSpace}]*$`,
  },
};

const asPublishedName = (name: string, schema: JsonSchema): JsonSchema => {
  const { [name]: limits } = publishedNames;
  // This is undefined only in the document of a test, whose names have no limits.
  if (limits === undefined || schema.properties?.["name"]?.["pattern"] === undefined) return schema;
  return { ...schema, properties: { ...schema.properties, name: { ...schema.properties?.["name"], ...limits } } };
};

const stableSchemas = (schemas: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, current]) => {
      const schema = asPublishedName(name, asPublishedError(name, current));
      const { properties } = schema;
      return [name, properties === undefined ? schema : { ...schema, properties: withoutBeta(properties) }];
    }),
  );

/** Schemas with beta properties, and the names of the published schemas that replace them in the stable document. */
const published = { ExpandedPet: "Pet" };

/** Replaces each reference to a schema with beta properties by one to the published schema. */
export const asPublished = (document: Document): Document => {
  let text = JSON.stringify(document);
  for (const [name, stable] of Object.entries(published)) {
    text = text.replaceAll(`"#/components/schemas/${name}"`, `"#/components/schemas/${stable}"`);
  }
  return JSON.parse(text) as Document;
};

/**
 * Keeps only what is published.
 * @throws An error that names schema and property if a published schema requires a beta property.
 */
export const onlyStable = (document: Document): Document => {
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
  for (const name of Object.keys(schemas)) refuseRequiredBeta(name, document.components.schemas[name] ?? {});
  const headers = stableHeaders(document.components.headers);
  return { ...document, paths, components: { ...document.components, schemas, headers } };
};

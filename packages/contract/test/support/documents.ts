import { readFileSync } from "node:fs";
import { inlineComponents } from "../../src/document/inline-components.js";

type Named<Value> = Record<string, Value>;
type Example = { readonly value: unknown };
export type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  examples?: unknown[];
  enum?: unknown[];
  "x-extensible-enum"?: unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Named<Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: boolean | Schema;
  maximum?: number;
  pattern?: string;
  maxLength?: number;
};
type Parameter = {
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  example?: unknown;
  schema: Schema;
};
type Link = { operationId: string; parameters: Named<string>; description: string };
type Media = { schema: Schema; examples?: Named<Example> };
type Header = { description?: string; example?: unknown };
type Response = {
  description: string;
  headers?: Named<Header>;
  content?: Named<Media>;
  links?: Named<Link>;
};
export type Operation = {
  operationId: string;
  summary?: string;
  description?: string;
  deprecated?: boolean;
  parameters: Parameter[];
  requestBody?: { description?: string; content: Named<Media> };
  responses: Named<Response>;
};
export type Document = {
  info: { description: string; contact?: Named<string> };
  tags: { name: string; description: string }[];
  paths: Named<Named<Operation>>;
  components: { schemas: Named<Schema>; securitySchemes: Named<{ description?: string }> };
};

/** The committed documents. A test in `src` checks that they match the contract. */
export const documentFiles = ["openapi.json", "openapi.stable.json", "openapi.auth.json"] as const;
export type DocumentFile = (typeof documentFiles)[number];

/** No response names the media type of problems, so that generators do not type each error as a union (decision 132). */
export const unreferenced = "components/schemas/Problem";

const folder = new URL("../../", import.meta.url);

/** A new copy of a document as it is served. @param path - Relative to the package. */
export const readServed = (path: string): Document =>
  JSON.parse(readFileSync(new URL(path, folder), "utf8")) as Document;

/** A new copy of a document in which references to shared parts are replaced by the parts. A test may change it. */
export const readDocument = (path: string): Document => inlineComponents(readServed(path));

/** The operations of a document. */
export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.values(paths).flatMap((operations) => Object.values(operations));

/** The names of the component schemas that a value refers to, directly or transitively. */
export const schemasIn = ({ components }: Document, value: unknown): Set<string> => {
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name = ""] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      visit(components.schemas[name]);
    }
  };
  visit(value);
  return names;
};

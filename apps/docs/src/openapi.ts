import { createRequire } from "node:module";
import { BASE_PATH, DOCS_PATH, AUTH_ERRORS_PATH, ERRORS_PATH, inlineComponents } from "@petstore/contract/routes";
import { AUTH_BASE_PATH } from "@petstore/contract/auth";

export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly "x-extensible-enum"?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
};

type Stability = "stable" | "beta" | "deprecated";

export type Parameter = {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
  readonly "x-stability"?: Stability;
};

type Examples = Readonly<Record<string, { readonly value: unknown }>>;

type Content = Readonly<Record<string, { readonly schema: Schema; readonly examples?: Examples }>>;

type Header = {
  readonly description?: string;
  readonly example?: string;
  readonly "x-stability"?: Stability;
};

export type Response = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Content;
};

type OperationObject = {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly description?: string; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly deprecated?: boolean;
  readonly "x-stability": Stability;
  readonly "x-required-scope"?: string;
  readonly "x-required-role"?: string;
  readonly "x-requires-reauthentication"?: boolean;
};

type OpenApi = {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

export type Operation = OperationObject & {
  readonly method: string;
  /** The path with its base: `/v1/pets/{petId}`. */
  readonly path: string;
  /** The address of the operation in the reference. */
  readonly href: string;
};

/** An OpenAPI document, and the address of its pages. */
export type Interface = OpenApi & {
  readonly basePath: string;
  /** The address of the overview. The pages of the tags are below it. */
  readonly href: string;
  readonly errorsHref: string;
  readonly operations: readonly Operation[];
  /** The header fields that at least two thirds of the responses have. */
  readonly usualHeaders: readonly string[];
};

// Node 20 prints a warning for `import … with { type: "json" }`.
const require = createRequire(import.meta.url);

const usualHeadersOf = (operations: readonly Operation[]): string[] => {
  const responses = operations.flatMap((operation) => Object.values(operation.responses));
  const names = responses.flatMap(({ headers = {} }) => Object.keys(headers));
  const isUsual = (name: string) => names.filter((one) => one === name).length >= (responses.length * 2) / 3;
  return [...new Set(names)].filter(isUsual);
};

const methods = ["get", "post", "put", "patch", "delete"];

const read = (file: string, { basePath, href, errorsHref }: Pick<Interface, "basePath" | "href" | "errorsHref">) => {
  const document = inlineComponents(require(`@petstore/contract/${file}`) as OpenApi);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method): Operation[] => {
      const operation = item[method];
      if (operation === undefined) return [];
      const place = `${href}/${operation.tags[0]}#${operation.operationId}`;
      return [{ ...operation, method: method.toUpperCase(), path: basePath + path, href: place }];
    }),
  );
  return { ...document, basePath, href, errorsHref, operations, usualHeaders: usualHeadersOf(operations) };
};

const REFERENCE_PATH = `${DOCS_PATH}/reference`;

export const v1: Interface = read("openapi.json", {
  basePath: BASE_PATH,
  href: REFERENCE_PATH,
  errorsHref: ERRORS_PATH,
});

export const auth: Interface = read("openapi.auth.json", {
  basePath: AUTH_BASE_PATH,
  href: `${REFERENCE_PATH}/auth`,
  errorsHref: AUTH_ERRORS_PATH,
});

export const interfaces: readonly Interface[] = [v1, auth];

/** Turns `api-keys` into `API keys`. */
export const titleOfTag = (tag: string): string => {
  const words = tag.replaceAll("-", " ").replace(/^api /, "API ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const order = { stable: 0, beta: 1, deprecated: 2 };

/** Returns the published operations first, and the deprecated ones last. */
export const operationsOf = ({ operations }: Interface, tag: string): Operation[] =>
  operations
    .filter(({ tags }) => tags.includes(tag))
    .toSorted((a, b) => order[a["x-stability"]] - order[b["x-stability"]]);

export const schemaName = (ref: string): string => ref.replace(/^.*\//, "");

export const schemaHref = ({ href }: Interface, name: string): string => `${href}/schemas#${name}`;

export const headerAnchor = (name: string): string => `header-${name.toLowerCase()}`;

export const headerHref = ({ href }: Interface, name: string): string => `${href}#${headerAnchor(name)}`;

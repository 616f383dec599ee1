import { isAppRoute, type AppRoute, type AppRouter } from "@ts-rest/core";
import type { Json } from "../document/openapi-schemas.js";
import { routeMetadata } from "../http/routes.js";
import { listingsOf } from "./routes-source.js";

/** A part of a JSON Schema that the documents use. */
type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly "x-extensible-enum"?: readonly unknown[];
  readonly "x-known-values"?: readonly unknown[];
  readonly "x-known-prefixes"?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
};

type Parameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
};

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

type Operation = {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly headers?: Readonly<Record<string, unknown>>; readonly content?: Content }>
  >;
};

export type TypesOptions = {
  /** The interface that contains all operations: `Operations`. */
  readonly rootName: string;
  readonly basePath: string;
  /** New names for schemas whose names in the document would hide a global type or another type. */
  readonly renamed: Readonly<Record<string, string>>;
  /** The schemas that `types.ts` already declares. */
  readonly imported: readonly string[];
};

const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const comment = (text: string | undefined, indent = ""): string => {
  if (text === undefined || text === "") return "";
  const lines = text.replaceAll("*/", "* /").split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("")}${indent} */\n`;
};

const isName = (text: string) => /^[A-Za-z_$][\w$]*$/.test(text);
const keyOf = (name: string) => (isName(name) ? name : JSON.stringify(name));

/** Writes the types of one document. Arrays in requests are readonly, and those in responses are not. */
const createWriter = (
  { renamed }: TypesOptions,
  isReadonly: (component: string) => boolean,
  missingIn: (component: string) => readonly string[],
) => {
  const nameOf = (reference: string) => {
    const name = reference.slice(reference.lastIndexOf("/") + 1);
    return renamed[name] ?? name;
  };

  const object = ({ properties = {}, required = [] }: Schema, indent: string, isInput: boolean): string => {
    const inner = `${indent}  `;
    const lines = Object.entries(properties).map(([name, schema]) => {
      const isRequired = required.includes(name);
      const type = `${write(schema, inner, isInput)}${isRequired ? "" : " | undefined"}`;
      return `${comment(schema.description, inner)}${inner}${keyOf(name)}${isRequired ? "" : "?"}: ${type};\n`;
    });
    return `{\n${lines.join("")}${indent}}`;
  };

  const write = (schema: Schema, indent: string, isInput: boolean): string => {
    const { type, ...rest } = schema;
    if (Array.isArray(type) && type.length === 2 && type[1] === "null") {
      return `${write({ ...rest, type: type[0] as string }, indent, isInput)} | null`.replace("null | null", "null");
    }
    if (schema.$ref !== undefined) return nameOf(schema.$ref);
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    const growing = schema["x-extensible-enum"] ?? schema["x-known-values"];
    if (growing !== undefined) {
      // A plain `string` would absorb the known values, and an editor could no longer suggest them.
      const others = schema["x-known-prefixes"]?.map((prefix) => `\`${prefix}\${string}\``) ?? ["(string & {})"];
      return [...growing.map((one) => JSON.stringify(one)), ...others].join(" | ");
    }
    const options = schema.oneOf ?? schema.anyOf;
    if (options !== undefined) return options.map((one) => write(one, indent, isInput)).join(" | ");
    if (schema.type === "array" && schema.items !== undefined) {
      const item = write(schema.items, indent, isInput);
      const plain = /^[\w.]+$/.test(item) ? item : `(${item})`;
      return `${isInput ? "readonly " : ""}${plain}[]`;
    }
    if (schema.type === "object") {
      if (schema.properties !== undefined) return object(schema, indent, isInput);
      const values = schema.additionalProperties;
      return `Record<string, ${typeof values === "object" ? write(values, indent, isInput) : "unknown"}>`;
    }
    if (schema.format === "binary") return "Blob";
    const types = [schema.type ?? "unknown"].flat();
    return types.map((type) => (type === "integer" ? "number" : type)).join(" | ");
  };

  const declare = (name: string, schema: Schema): string => {
    const head = comment(schema.description);
    const isInput = isReadonly(name);
    if (schema.properties !== undefined) {
      const missing = missingIn(name).map((field) => `  ${keyOf(field)}?: undefined;\n`);
      return `${head}export interface ${nameOf(name)} ${object(schema, "", isInput).replace(/\}$/, `${missing.join("")}}`)}\n`;
    }
    return `${head}export type ${nameOf(name)} = ${write(schema, "", isInput)};\n`;
  };

  return { write, object, declare, nameOf };
};

/**
 * Returns the fields that other forms of a body have and this one lacks. Without them in its type, the compiler would
 * accept an object with the fields of two forms.
 */
const missingFields = (schemas: Readonly<Record<string, Schema>>, name: string): readonly string[] => {
  const fieldsOf = (form: string) => Object.keys(schemas[form]?.properties ?? {});
  const formsOf = ({ oneOf = [] }: Schema) => oneOf.map(({ $ref = "" }) => $ref.slice($ref.lastIndexOf("/") + 1));
  const others = Object.values(schemas)
    .map(formsOf)
    .filter((forms) => forms.includes(name))
    .flat();
  const own = fieldsOf(name);
  return [...new Set(others.flatMap(fieldsOf))].filter((field) => !own.includes(field));
};

type Answer = { readonly type: string; readonly body: string; readonly statuses: readonly string[] };

/** Writes one type for each different body, so all errors of an operation share one type. */
const answersOf = (operation: Operation, writer: ReturnType<typeof createWriter>): Answer[] => {
  const groups = new Map<string, { name: string; body: string; statuses: string[] }>();
  for (const [status, { content = {}, headers = {} }] of Object.entries(operation.responses)) {
    const [schema] = Object.values(content).map((one) => one.schema);
    const body = schema === undefined ? "undefined" : writer.write(schema, "", false);
    const name = "ETag" in headers ? "TaggedAnswer" : "Answer";
    const group = groups.get(name + body) ?? { name, body, statuses: [] };
    group.statuses.push(status);
    groups.set(name + body, group);
  }
  return [...groups.values()].map(({ name, body, statuses }) => ({
    type: `${name}<${statuses.join(" | ")}, ${body}>`,
    body,
    statuses,
  }));
};

const isSuccess = ({ statuses }: Answer) => statuses.some((status) => status.startsWith("2"));

const partOf = (parameters: readonly Parameter[]): Schema => ({
  properties: Object.fromEntries(
    parameters.map(({ name, in: where, description, schema }) => [
      where === "header" ? name.toLowerCase() : name,
      { ...schema, ...(description !== undefined && { description }) },
    ]),
  ),
  required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
});

type Part = { readonly name: string; readonly type: string; readonly isRequired: boolean };

const requestParts = (operation: Operation, writer: ReturnType<typeof createWriter>): Part[] => {
  const { parameters = [], requestBody } = operation;
  const of = (where: Parameter["in"]) => parameters.filter((one) => one.in === where);
  const places = [
    ["params", of("path")],
    ["query", of("query")],
    ["headers", of("header")],
  ] as const;
  const parts = places
    .filter(([, given]) => given.length > 0)
    .map(([name, given]) => ({
      name,
      type: writer.object(partOf(given), "  ", true),
      isRequired: given.some(({ required }) => required === true),
    }));
  const [body] = Object.values(requestBody?.content ?? {});
  if (body === undefined) return parts;
  return [...parts, { name: "body", type: writer.write(body.schema, "  ", true), isRequired: true }];
};

const describe = (
  method: string,
  path: string,
  { summary, description, deprecated }: Operation,
  timeoutMs: number | undefined,
): string =>
  [
    summary,
    description,
    ...(timeoutMs === undefined
      ? []
      : [`The client waits at least ${timeoutMs.toLocaleString("en")} ms for the response.`]),
    `\`${method} ${path}\``,
    ...(deprecated === true ? ["@deprecated See the description."] : []),
  ]
    .filter(Boolean)
    .join("\n\n");

/** Returns the source of the types of a document: an interface for each schema, request and group of operations. */
export const typesSource = (document: Json, router: AppRouter, options: TypesOptions): string => {
  const { components, paths } = document as {
    components: { schemas: Record<string, Schema> };
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = new Map<
    string,
    { readonly method: string; readonly path: string; readonly operation: Operation }
  >();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      operations.set(operation.operationId, { method: method.toUpperCase(), path: options.basePath + path, operation });
    }
  }
  const answered = JSON.stringify([...operations.values()].map(({ operation }) => operation.responses));
  const isAnswered = (name: string, seen = new Set<string>()): boolean => {
    if (seen.has(name)) return false;
    seen.add(name);
    const reference = `"#/components/schemas/${name}"`;
    if (answered.includes(reference)) return true;
    return Object.entries(components.schemas).some(
      ([other, schema]) => JSON.stringify(schema).includes(reference) && isAnswered(other, seen),
    );
  };
  const missingIn = (name: string) => (isAnswered(name) ? [] : missingFields(components.schemas, name));
  const writer = createWriter(options, (name) => !isAnswered(name), missingIn);
  const itemOf = (type: string) => writer.write(components.schemas[type]?.items ?? {}, "", false);

  const schemaOf = ($ref: string): Schema => components.schemas[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {};
  const isOptional = ({ oneOf = [], properties, required = [] }: Schema): boolean =>
    oneOf.some(({ $ref = "" }) => isOptional(schemaOf($ref))) || (properties !== undefined && required.length === 0);

  /** The type of the body, if the body may be an empty object. */
  const optionalBody = ({ requestBody }: Operation): string | undefined => {
    const [
      {
        schema: { $ref = "" },
      } = { schema: {} },
    ] = Object.values(requestBody?.content ?? {});
    return isOptional(schemaOf($ref)) ? writer.nameOf($ref) : undefined;
  };

  const declareOperation = (name: string, route: AppRoute) => {
    const found = operations.get(name);
    if (found === undefined) throw new TypeError(`The document has no operation ${name}.`);
    const { method, path, operation } = found;
    const parts = requestParts(operation, writer);
    const fields = parts.map(
      ({ name: part, type, isRequired }) =>
        `  ${part}${isRequired ? "" : "?"}: ${type}${isRequired ? "" : " | undefined"};\n`,
    );
    const request = `${pascal(name)}Request`;
    const change = method === "PATCH" ? optionalBody(operation) : undefined;
    const response = `${pascal(name)}Response`;
    const answers = answersOf(operation, writer);
    const successes = answers.filter(isSuccess);
    return {
      declarations: [
        `/** The input and the options of \`${name}\` in {@link ${options.rootName}}. */\nexport interface ${request} extends RequestOptions {\n${fields.join("")}}\n`,
        `/** What \`${name}\` resolves to, by status. */\nexport type ${response} =\n${answers
          .map(({ type }) => `  | ${type}`)
          .join("\n")};\n`,
      ],
      doc: describe(method, path, operation, routeMetadata(route).clientTimeoutMs),
      typeParameter: change === undefined ? "" : `<Field extends keyof ${change}>`,
      argument: `request${parts.some(({ isRequired }) => isRequired) ? "" : "?"}: ${request}${
        change === undefined ? "" : ` & { readonly body: SomeOf<${change}, Field> }`
      }`,
      request,
      response,
      operation,
      success: successes.map(({ type }) => type).join(" | "),
      successBody: successes.map(({ body }) => (body === "undefined" ? "void" : body)).join(" | "),
    };
  };

  const groups = Object.entries(router).map(([group, routes]) => {
    const members = Object.entries(routes as Record<string, AppRoute>).filter(([, route]) => isAppRoute(route));
    const declared = members.map(([name, route]) => ({ name, route, ...declareOperation(name, route) }));
    const calls = declared.map(
      ({ name, doc, typeParameter, argument, response }) =>
        `${comment(doc, "  ")}  ${name}${typeParameter}(${argument}): Promise<${response}>;\n`,
    );
    const throwing = declared.map(
      ({ name, doc, typeParameter, argument, successBody }) =>
        `${comment(doc, "  ")}  ${name}${typeParameter}(${argument}): Promise<${successBody}>;\n`,
    );
    const listed = listingsOf(routes as AppRouter);
    const listings = declared.flatMap(({ name, argument, operation, success }) => {
      const names = listed[name];
      if (names === undefined) return [];
      const entry = itemOf(listName(operation));
      return [
        `  /** Every entry of \`${name}\`, page after page by \`Link\`. @throws {PetStoreError} */\n`,
        `  ${names.all}(${argument}): AsyncGenerator<${entry}, void, undefined>;\n`,
        `  /** Every page of \`${name}\`, by \`Link\`. @throws {PetStoreError} */\n`,
        `  ${names.pages}(${argument}): AsyncGenerator<Paged<${success}>, void, undefined>;\n`,
      ];
    });
    const typeName = `${pascal(group)}${options.rootName}`;
    return {
      group,
      typeName,
      declarations: [
        ...declared.flatMap((one) => one.declarations),
        `/** The operations of \`${group}\`. */\nexport interface ${typeName} {\n${[...calls, ...listings].join("")}}\n`,
        `/** The operations of {@link ${typeName}}: each resolves to the body, or rejects. */\nexport interface Throwing${typeName} {\n${throwing.join("")}}\n`,
      ],
    };
  });

  const root = (prefix: string, doc: string) =>
    `/** ${doc} */\nexport interface ${prefix}${options.rootName} {\n${groups
      .map(({ group, typeName }) => `  readonly ${group}: ${prefix}${typeName};\n`)
      .join("")}}\n`;

  return [
    "// Generated from the contract by `openapi:write`; a test fails while it differs from it.\n",
    ...(options.imported.length === 0 ? [] : [`import type { ${options.imported.join(", ")} } from "./types.js";`]),
    'import type { Answer, Paged, RequestOptions, SomeOf, TaggedAnswer } from "../types.js";\n',
    ...Object.entries(components.schemas)
      .filter(([name]) => !options.imported.includes(name))
      .map(([name, schema]) => writer.declare(name, schema)),
    ...groups.flatMap(({ declarations }) => declarations),
    root("", `The operations below \`${options.basePath}\`, by group.`),
    root("Throwing", `The operations below \`${options.basePath}\`, by group: each resolves to the body, or rejects.`),
  ].join("\n");
};

/** The name of the schema that a listing answers with. */
const listName = ({ responses }: Operation): string =>
  Object.values(responses["200"]?.content ?? {})[0]
    ?.schema.$ref?.split("/")
    .at(-1) ?? "";

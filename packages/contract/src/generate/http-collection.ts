import type { Json } from "../openapi-schemas.js";

type Parameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly example?: unknown;
};

type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly deprecated?: boolean;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples: Readonly<Record<string, { readonly value: unknown }>> }>
    >;
  };
  readonly "x-required-scope"?: string;
};

type Route = Operation & { readonly method: string; readonly path: string };

const routesOf = ({ paths }: Json): Route[] =>
  Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );

/** `name` says too little outside its path: in `/views/{name}` it is `viewName`. */
const variableOf = ({ path }: Route, { name }: Parameter): string => {
  if (name !== "name") return name;
  const [, resource = ""] = /(\w+?)s?\/\{name\}/.exec(path) ?? [];
  return `${resource}Name`;
};

const parametersIn = ({ parameters }: Route, place: Parameter["in"]): readonly Parameter[] =>
  parameters.filter((parameter) => parameter.in === place);

const variablesOf = (route: Route): string[] =>
  parametersIn(route, "path").map(
    (parameter) => `@${variableOf(route, parameter)} = ${encodeURIComponent(String(parameter.example))}`,
  );

const targetOf = (route: Route): string =>
  parametersIn(route, "path").reduce(
    (target, parameter) => target.replace(`{${parameter.name}}`, `{{${variableOf(route, parameter)}}}`),
    route.path,
  );

const notesOf = (route: Route): string[] => {
  const scope = route["x-required-scope"];
  const places = [
    ["Query", parametersIn(route, "query")],
    ["Header fields", parametersIn(route, "header")],
  ] as const;
  return [
    ...(scope === undefined ? [] : [`Scope: ${scope}`]),
    ...(route.deprecated === true ? ["Deprecated"] : []),
    ...places.flatMap(([title, found]) =>
      found.length === 0 ? [] : [`${title}: ${found.map(({ name }) => name).join(", ")}`],
    ),
  ];
};

const bodyOf = ({ requestBody }: Route): string[] => {
  if (requestBody === undefined) return [];
  return Object.entries(requestBody.content).flatMap(([media, { examples }]) => {
    const [example] = Object.values(examples);
    return [`Content-Type: ${media}`, "", JSON.stringify(example?.value, null, 2)];
  });
};

const requestOf = (route: Route): string => {
  const notes = notesOf(route);
  return [
    `### ${route.summary}`,
    `# @name ${route.operationId}`,
    ...(notes.length === 0 ? [] : [`# ${notes.join(". ")}.`]),
    `${route.method.toUpperCase()} {{baseUrl}}${targetOf(route)}`,
    ...(route["x-required-scope"] === undefined ? [] : ["Authorization: Bearer {{apiKey}}"]),
    ...bodyOf(route),
    "",
  ].join("\n");
};

const head = `# Every operation of the API once, with its example, for the REST Client of VS Code and the HTTP Client of JetBrains.
# Generated from the contract by \`openapi:write\`; a test fails while it differs from it, and another sends each request.
#
# Set apiKey below, and do not commit it. The ids are those of the examples: replace them, and those in the bodies, with
# ids that the lists show.
`;

/** The source of docs/http/petstore.http. @param baseUrl - The address of a service, with `/v1`. */
export const httpCollection = (document: Json, baseUrl: string): string => {
  const routes = routesOf(document);
  const variables = [`@baseUrl = ${baseUrl}`, "@apiKey = YOUR_KEY", ...new Set(routes.flatMap(variablesOf))];
  return [head, ...variables, "", routes.map(requestOf).join("\n")].join("\n");
};

import type { Json } from "../document/openapi-schemas.js";

type Parameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
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

const lucy = { name: "Lucy", categoryId: 3, status: "available" };
const seth = { name: "Seth", categoryId: 3, status: "available" };

/** Bodies that suit the sample store of a first start. They replace the examples of the document. */
const bodies: Readonly<Record<string, unknown>> = {
  putPetByExternalId: { name: "Frank", categoryId: 1, profile: { attributes: { size: "large" } } },
  updateProfile: { attributes: { size: "large", price: 25 } },
  updateProfileBatch: [{ petId: 10, profile: { attributes: { size: "large", breed: null } } }],
  changePets: [
    { id: 15, from: lucy, to: { ...lucy, status: "sold" } },
    { id: 16, from: seth, to: null },
  ],
  createCategory: { name: "Rabbits" },
  updateCategory: { name: "Rabbits and hares" },
  mergeCategory: { into: 1 },
  createCustomer: { name: "Ada Byron", email: "ada@example.com" },
  mergeCustomer: { into: 1 },
  createOrder: { petId: 9 },
  createWebhookEndpoint: { url: "http://127.0.0.1:4000/hook", types: ["pet.created"] },
  replayWebhookEndpoint: { after: "now" },
};

/**
 * The ids for path parameters after a first start. They are in the sample store, or earlier requests of the file create
 * them.
 */
const sampleIds: Readonly<Record<string, number>> = {
  petId: 3,
  keptPetId: 10,
  categoryId: 5,
  mergedCategoryId: 4,
  mergedCustomerId: 2,
  orderId: 21,
  attributeId: 21,
  photoId: 26,
  noteId: 4,
  keyId: 2,
  endpointId: 1,
  deliveryId: 1,
};

/** Requests that must come after another one when the file runs from top to bottom. */
const after: Readonly<Record<string, string>> = {
  deleteCustomer: "exportCustomer",
  revokeApiKey: "rotateApiKey",
  deleteWebhookEndpoint: "redeliverWebhook",
};

const remarks: Readonly<Record<string, string>> = {
  getCategoryMerge: "404 until a merge has moved more than 10,000 pets",
  ...Object.fromEntries(
    ["getAction", "undoAction", "stopUndo"].map((name) => [name, "404 unless the id is one of GET /v1/actions"]),
  ),
  createWebhookEndpoint: "400 unless the service has WEBHOOK_ALLOW=127.0.0.1, or the url is https and public",
  redeliverWebhook: "409 for the delivery of a test",
};

/** The name of a parameter is too short outside its path: `name` in `/views/{name}` becomes `viewName`. */
const variableOf = ({ path, operationId }: Route, { name }: Parameter): string => {
  if (operationId === "mergeCategory") return "mergedCategoryId";
  if (operationId === "mergeCustomer") return "mergedCustomerId";
  // At this point the file has already deleted the pet that the other requests use.
  if (name === "petId" && /\/(?:profile|notes|photos)/.test(path)) return "keptPetId";
  if (name !== "name") return name;
  const parts = path.split("/");
  const resource = parts[parts.indexOf("{name}") - 1] ?? "";
  return `${resource.replace(/s$/, "")}Name`;
};

const parametersIn = ({ parameters }: Route, place: Parameter["in"]): readonly Parameter[] =>
  parameters.filter((parameter) => parameter.in === place);

const variablesOf = (route: Route): string[] =>
  parametersIn(route, "path").map((parameter) => {
    const variable = variableOf(route, parameter);
    const first = typeof parameter.example === "number" ? 1 : parameter.example;
    return `@${variable} = ${encodeURIComponent(String(sampleIds[variable] ?? first))}`;
  });

const targetOf = (route: Route): string => {
  const path = parametersIn(route, "path").reduce(
    (target, parameter) => target.replace(`{${parameter.name}}`, `{{${variableOf(route, parameter)}}}`),
    route.path,
  );
  const required = parametersIn(route, "query").filter((parameter) => parameter.required === true);
  const query = required.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
};

const notesOf = (route: Route): string[] => {
  const scope = route["x-required-scope"];
  const places = [
    ["Query", parametersIn(route, "query")],
    ["Header fields", parametersIn(route, "header")],
  ] as const;
  return [
    ...(scope === undefined ? [] : [`Scope: ${scope}`]),
    ...(route.deprecated === true ? ["Deprecated"] : []),
    ...[remarks[route.operationId] ?? []].flat(),
    ...places.flatMap(([title, found]) =>
      found.length === 0 ? [] : [`${title}: ${found.map(({ name }) => name).join(", ")}`],
    ),
  ];
};

const bodyOf = ({ requestBody, operationId }: Route): string[] => {
  if (requestBody === undefined) return [];
  const types = Object.entries(requestBody.content);
  if (types.some(([media]) => media === "image/png")) return ["Content-Type: image/png", "", "< ./photo.png"];
  // Media types after the first have the same schema.
  return types.slice(0, 1).flatMap(([media, { examples }]) => {
    const [example] = Object.values(examples);
    return [`Content-Type: ${media}`, "", JSON.stringify(bodies[operationId] ?? example?.value, null, 2)];
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
# Set apiKey below, and do not commit it. The ids are those of a first start, with its sample pets: sent from top to bottom,
# every request succeeds but the one that says otherwise. In another store, replace them with ids that the lists show.
`;

const inOrder = (routes: readonly Route[]): Route[] => {
  const late = routes.filter(({ operationId }) => operationId in after);
  return routes
    .filter((route) => !late.includes(route))
    .flatMap((route) => [route, ...late.filter(({ operationId }) => after[operationId] === route.operationId)]);
};

/** Returns the source of docs/http/petstore.http. @param baseUrl - The address of a service, with `/v1`. */
export const httpCollection = (document: Json, baseUrl: string): string => {
  const routes = inOrder(routesOf(document));
  const variables = [`@baseUrl = ${baseUrl}`, "@apiKey = YOUR_KEY", ...new Set(routes.flatMap(variablesOf))];
  return [head, ...variables, "", routes.map(requestOf).join("\n")].join("\n");
};

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import {
  bodyMediaTypes,
  contract,
  type ContractRoute,
  type ErrorCode,
  errorCodes,
  listRoutes,
  routeMetadata,
  takesBody,
} from "../routes-entry.js";

// This test walks the contract and holds the rules of docs/conventions.md.

const page = readFileSync(new URL("../../../../docs/conventions.md", import.meta.url), "utf8");

const routes = listRoutes(contract);
const has = ({ route }: ContractRoute, status: number) => Object.hasOwn(route.responses, status);
const codesOf = ({ route }: ContractRoute, status: number): readonly ErrorCode[] => {
  const { codes, beta } = routeMetadata(route);
  return [...(codes?.[status] ?? []), ...(beta?.codes?.[status] ?? [])];
};
const isDeletion = ({ route }: ContractRoute) => route.method === "DELETE";
const bodyOf = ({ route }: ContractRoute) => (route as { body: unknown }).body as z.ZodType;

const headersOf = ({ route }: ContractRoute, status: number) => routeMetadata(route).headers?.[status] ?? {};
const takes = ({ route }: ContractRoute, header: string) => header in ((route.headers ?? {}) as object);
const isRead = ({ route }: ContractRoute) => route.method === "GET";
const isPage = (one: ContractRoute) => "Link" in headersOf(one, 200);
/**
 * Returns the id of the schema of a response. Parts that do not belong to the resource, such as an expansion or a
 * secret, are left out.
 */
const resourceIn = ({ route }: ContractRoute, status: number): string | undefined => {
  const schema = route.responses[status];
  const id = schema instanceof z.ZodType ? schema.meta()?.["id"] : undefined;
  return typeof id === "string" ? id.replace(/^(?:Expanded|Created)/, "") : undefined;
};
/** The reads of a single resource at a path of its own. A change of the resource can name the ETag of this read. */
const readsOfOne = routes.filter((one) => isRead(one) && !isPage(one) && "ETag" in headersOf(one, 200));
const readable = new Set(readsOfOne.map((one) => resourceIn(one, 200) ?? ""));
const isPathOfOne = (path: string) => readsOfOne.some(({ route }) => route.path === path);
/** Whether a mutation changes one resource, at its own path or at one word below it, as in `/orders/:orderId/cancel`. */
const changesOne = ({ route: { method, path } }: ContractRoute) => {
  if (method === "GET" || path.endsWith("/restore")) return false;
  const isOfOne = path.includes("/:") || isPathOfOne(path);
  return method === "POST" ? isPathOfOne(path.replace(/(?:\/[a-z-]+)+$/, "")) : isOfOne;
};
/** A POST to the path of a list adds to the list. */
const addsToList = ({ route: { method, path } }: ContractRoute) =>
  method === "POST" && routes.some((one) => isRead(one) && one.route.path === path);

const wordsOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(" ");
/** A summary begins with the verb of the operationId. A PUT creates or replaces. */
const isSummaryOf = (summary: string, operationId: string) => {
  const [verb = ""] = wordsOf(operationId);
  const begin = verb === "put" ? "create or" : verb;
  return summary.toLowerCase().startsWith(`${begin} `);
};

const schemaId = (schema: unknown) => (schema instanceof z.ZodType ? String(schema.meta()?.["id"]) : "");
const isNamed = (one: ContractRoute): boolean => {
  const { method } = one.route;
  if (!takesBody(one.route) || routeMetadata(one.route).bodyTypes !== undefined) return true;
  const name = schemaId(bodyOf(one));
  if (method === "PATCH") return name.endsWith("Change");
  return !(method === "POST" && has(one, 201) && addsToList(one)) || name.startsWith("New");
};

/** Returns the boolean fields of a schema. It skips `query`, whose fields have the names of a list's parameters. */
const flagsOf = (schema: unknown, found = new Set<string>(), seen = new Set<unknown>()): ReadonlySet<string> => {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return found;
  seen.add(schema);
  const plain = (one: unknown): unknown =>
    one instanceof z.ZodOptional || one instanceof z.ZodNullable || one instanceof z.ZodDefault
      ? plain(one.unwrap())
      : one;
  const inner = plain(schema);
  if (inner instanceof z.ZodObject) {
    for (const [name, part] of Object.entries(inner.shape)) {
      if (name === "query") continue;
      if (plain(part) instanceof z.ZodBoolean) found.add(name);
      else flagsOf(part, found, seen);
    }
  }
  if (inner instanceof z.ZodArray) flagsOf(inner.element, found, seen);
  return found;
};
const isFlag = (name: string) => /^(?:is|has|can)[A-Z]/.test(name);

/** The resources in a response of a read, by the names of their fields: the body, or the entries of a list. */
const resourcesIn = ({ route }: ContractRoute): readonly (readonly string[])[] => {
  const body = route.responses[200];
  const one = body instanceof z.ZodArray ? body.element : body;
  return one instanceof z.ZodObject ? [Object.keys(one.shape)] : [];
};
/** A reference to an account or a key consists of a kind and an id, and is not a resource. */
const isReference = (fields: readonly string[]) => fields.includes("id") && fields.includes("kind");
/** Exactly one field says when a resource began to exist. It has another name if this is an event or the start of a job. */
const hasTimeOfCreation = (fields: readonly string[]) =>
  !fields.includes("id") ||
  isReference(fields) ||
  fields.filter((name) => ["createdAt", "at", "startedAt"].includes(name)).length === 1;
const changesFields = ({ route: { method } }: ContractRoute) => method === "PATCH" || method === "PUT";

const queryOf = ({ route }: ContractRoute): Readonly<Record<string, unknown>> =>
  route.query instanceof z.ZodObject ? route.query.shape : {};
const isOfSize = (schema: z.ZodType, length: number) => {
  const { error } = schema.safeParse(Array.from({ length }));
  return error?.issues.every(({ code }) => code !== "too_small" && code !== "too_big") ?? true;
};
/** Tells whether a successful response contains a new secret: an API key, or the secret of a webhook endpoint. */
const showsSecret = ({ route }: ContractRoute) =>
  Object.entries(route.responses).some(
    ([status, schema]) =>
      status.startsWith("2") && schema instanceof z.ZodObject && ("key" in schema.shape || "secret" in schema.shape),
  );

/** The headers `Location` of an operation. */
const locationsOf = ({ route }: ContractRoute) =>
  Object.values(routeMetadata(route).headers ?? {}).flatMap(({ Location }) => Location ?? []);
const isReadAt = (example = "") =>
  routes.some((one) => {
    const pattern = one.route.path.replaceAll(/:\w+/g, "[^/]+");
    return isRead(one) && new RegExp(`^/v1${pattern}$`).test(example);
  });

const keepsOthers = ({ route: { method } }: ContractRoute) => method === "PATCH";

type Rule = (one: ContractRoute) => boolean;

/** The rules that each operation follows, or is an exception to. */
const rules = {
  // A PUT creates what does not exist.
  "404 is about the path: exactly the operations with a parameter in it have this status": (one) =>
    has(one, 404) === (one.route.path.includes("/:") && one.route.method !== "PUT"),
  "each 409 lists its codes": (one) => !has(one, 409) || codesOf(one, 409).length > 0,
  "a deletion that something prevents is in_use": (one) =>
    !isDeletion(one) || !has(one, 409) || codesOf(one, 409).includes("in_use"),
  "a read has an ETag and takes If-None-Match": (one) =>
    !isRead(one) || ("ETag" in headersOf(one, 200) && takes(one, "if-none-match")),
  "a change takes If-Match": (one) => !changesOne(one) || addsToList(one) || takes(one, "if-match"),
  "a response with a resource that can be read has the ETag of the read": (one) =>
    isRead(one) ||
    [200, 201, 202].every(
      (status) => !readable.has(resourceIn(one, status) ?? "none") || "ETag" in headersOf(one, status),
    ),
  "a summary begins with the verb of the operation": ({ route, operationId }) =>
    isSummaryOf(route.summary ?? "", operationId),
  "the body of a POST that adds to a list is New…, and that of a PATCH …Change": isNamed,
  // The body of a command, such as an import, has switches, which are imperatives like those of a query.
  "a field of a resource that is true or false begins with is, has or can": (one) =>
    [/^New|Change$/.test(schemaId(bodyOf(one))) ? bodyOf(one) : undefined, ...Object.values(one.route.responses)].every(
      (schema) => [...flagsOf(schema)].every(isFlag),
    ),
  "a resource with an id of its own has the time at which it was created": (one) =>
    !isRead(one) || resourcesIn(one).every(hasTimeOfCreation),
  "a resource that callers can change has the time of the last change": (one) =>
    !changesFields(one) || !readable.has(resourceIn(one, 200) ?? "") || resourcesIn(one).flat().includes("updatedAt"),
  "a rotation is a POST to …/rotate whose body may choose the overlap": ({ operationId, route }) =>
    operationId.startsWith("rotate") === route.path.endsWith("/rotate") &&
    (!route.path.endsWith("/rotate") || (route.method === "POST" && schemaId(route.body) === "Rotation")),
  "a PUT creates or replaces, with a body in which only what has a default is optional": (one) =>
    one.route.method !== "PUT" || (one.route.summary ?? "").startsWith("Create or replace "),
  "an operation on many things takes 1 to 1,000 entries, and a dry run": (one) =>
    !takesBody(one.route) ||
    !(bodyOf(one) instanceof z.ZodArray) ||
    ([0, 1, 1_000, 1_001].map((length) => isOfSize(bodyOf(one), length)).join() === "false,true,true,false" &&
      "dryRun" in queryOf(one)),
  "a dry run is answered with 200": (one) => !("dryRun" in queryOf(one)) || has(one, 200),
  "a POST takes an Idempotency-Key, unless its answer has a new secret": (one) =>
    one.route.method !== "POST" || takes(one, "idempotency-key") !== showsSecret(one),
  "a Location is a path that can be read, or says which list has the new resource": (one) =>
    locationsOf(one).every(({ example, description }) => isReadAt(example) || description.includes("`GET /")),
  "an operation that keeps what its body leaves out names no value of a field that is omitted": (one) =>
    !keepsOthers(one) ||
    !/` when omitted/.test(JSON.stringify(z.toJSONSchema(bodyOf(one), { unrepresentable: "any" }))),
  "a PATCH takes an empty object": (one) => one.route.method !== "PATCH" || bodyOf(one).safeParse({}).success,
} as const satisfies Record<string, Rule>;

type Exception = { readonly rule: keyof typeof rules; readonly row: string; readonly operations: readonly string[] };

/** The operations that break a rule, in at most five rows. The table on the page gives the reason for each row. */
const exceptions: readonly Exception[] = [
  {
    rule: "a deletion that something prevents is in_use",
    row: "`pet_reserved`",
    operations: ["deletePet", "deletePetByExternalId"],
  },
  {
    rule: "a read has an ETag and takes If-None-Match",
    row: "Downloads and the feed",
    operations: ["exportPets", "exportCustomer", "listEvents"],
  },
  {
    rule: "a summary begins with the verb of the operation",
    row: "`POST /pets`",
    operations: ["createPet"],
  },
  {
    rule: "a resource with an id of its own has the time at which it was created",
    row: "Pets",
    operations: ["listPets", "getPet"],
  },
  {
    rule: "a resource that callers can change has the time of the last change",
    row: "Pets",
    operations: ["updatePet", "putPetByExternalId"],
  },
];

describe("each operation follows the conventions, or is one of the exceptions", () => {
  it.each(Object.entries<Rule>(rules))("%s", (name, isFollowed) => {
    const broken = routes.filter((one) => !isFollowed(one)).map(({ operationId }) => operationId);
    const excepted = exceptions.filter(({ rule }) => rule === name).flatMap(({ operations }) => operations);
    expect(broken.toSorted()).toEqual(excepted.toSorted());
  });

  it("the exceptions are at most five, and the page has a reason for each", () => {
    const table = page.split("## Exceptions")[1] ?? "";
    const rows = [...table.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].slice(2);
    expect(rows.map(([, row]) => row)).toEqual([...new Set(exceptions.map(({ row }) => row))]);
    expect(rows.filter(([, , reason = ""]) => reason.length < 20)).toEqual([]);
    expect(rows.length).toBeLessThanOrEqual(5);
  });
});

describe("a convention of error codes", () => {
  const codes = Object.keys(errorCodes) as ErrorCode[];

  it("a resource that a body names and that does not exist is a 409 whose code names its kind", () => {
    const missing = codes.filter((code) => code.endsWith("_not_found") && code !== "path_not_found");
    const statuses = missing.map((code) => errorCodes[code].status as number);
    expect(new Set(statuses)).toEqual(new Set([409]));
  });

  it("a name that is taken and a thing in use have one code for all resources", () => {
    expect(codes.filter((code) => /taken|exists|in_use/.test(code))).toEqual([
      "name_taken",
      "in_use",
      "idempotency_key_in_use",
    ]);
  });
});

type Json = Readonly<Record<string, unknown>>;
const read = (name: string): Json =>
  JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), "utf8")) as Json;
const document = read("openapi.json");

/** The names and the schemas of all fields and parameters of a document. */
const namedIn = (value: unknown): (readonly [string, Json])[] => {
  if (typeof value !== "object" || value === null) return [];
  const { properties, name, in: place, schema } = value as Readonly<Record<string, Json | string | undefined>>;
  return [
    ...(typeof properties === "object" ? (Object.entries(properties) as [string, Json][]) : []),
    ...(typeof name === "string" && typeof place === "string" && typeof schema === "object"
      ? [[name, schema] as const]
      : []),
    ...Object.values(value).flatMap(namedIn),
  ];
};
const typesOf = ({ type }: Json) => [type].flat().filter((one) => one !== "null");

describe("a convention of names", () => {
  const named = namedIn(document);

  it.each(["openapi.json", "openapi.auth.json"])("the lifecycle of a resource is its status in %s", (file) => {
    const names = namedIn(read(file)).map(([name]) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => /^state(?:[A-Z]|$)/.test(name))).toEqual([]);
  });

  it("left and leftCount are about what was left out, and remaining about what is still to do", () => {
    const found = named.filter(([name]) => /^(?:left|remaining)/.test(name));
    const types = new Set(found.map(([name, schema]) => `${name} ${typesOf(schema).join()}`));
    expect(types).toEqual(new Set(["left array", "leftCount integer", "remaining integer"]));
  });
});

describe("a convention of the document", () => {
  const choicesIn = (value: unknown): Json[][] => {
    if (typeof value !== "object" || value === null) return [];
    const { anyOf } = value as { anyOf?: Json[] };
    return [...(Array.isArray(anyOf) ? [anyOf] : []), ...Object.values(value).flatMap(choicesIn)];
  };

  it("writes a plain value that can be null as a list of types, and keeps anyOf for objects and references", () => {
    // Generators read a list of one type and null, but not a longer one.
    const orNull = choicesIn(document).filter(
      (choices) => choices.length === 2 && choices.some(({ type }) => type === "null"),
    );
    expect(orNull.length).toBeGreaterThan(0);
    const others = orNull.flat().filter(({ type, $ref }) => type !== "null" && type !== "object" && $ref === undefined);
    expect(others).toEqual([]);
  });
});

describe("a convention of requests", () => {
  const methodsOf = (path: string) =>
    routes.filter(({ route }) => route.path === path).map(({ route }) => route.method);
  const restores = routes.filter(({ operationId }) => operationId.startsWith("restore"));

  it.each(restores)("restores by a POST below the path that deletes: $operationId", ({ route }) => {
    const { method, path, responses } = route;
    expect([method, path.endsWith("/restore"), takesBody(route)]).toEqual(["POST", true, false]);
    expect(methodsOf(path.replace(/\/restore$/, ""))).toEqual(expect.arrayContaining(["GET", "DELETE"]));
    expect(Object.keys(responses)).toContain("200");
    expect(Object.keys(routeMetadata(route).headers?.[200] ?? {})).toContain("ETag");
  });

  it("reads every PATCH as a merge patch, and no other body", () => {
    const types = new Set(routes.map(({ route: { method } }) => `${method} ${bodyMediaTypes(method).join(" ")}`));
    expect([...types].filter((one) => one.includes("merge-patch"))).toEqual([
      "PATCH application/json application/merge-patch+json",
    ]);
  });
});

/** Why a field of a response may be absent. Every other field is always there, and null if it has no value. */
const mayBeAbsent: readonly { readonly reason: string; readonly fields: readonly RegExp[] }[] = [
  {
    reason: "`expand` adds it",
    fields: [
      /^ExpandedPet\.profile$/,
      /^ExpandedOrder\.(?:pet|customer)$/,
      /^Statistics\.(?:categories|(?:days|categories)\.sales)$/,
    ],
  },
  {
    reason: "the scope of the API key does not include it",
    fields: [
      /^(?:Expanded|Past)?Order\.note$/,
      /^Past(?:Order|Profile)\.updatedAt$/,
      /^Today\./,
      /^[A-Z]\w+Event\.actor$/,
    ],
  },
  { reason: "they leave out what the request left out", fields: [/^SavedQuery\./, /^PetConflict\.profile\./] },
  {
    reason: "only the fields that belong to their refusal",
    fields: [/^ProblemEntry\./, /^PetUpsertOutcome\./, /^RowProblemParameters\./],
  },
  {
    reason: "it names pets that a consumer must read again",
    fields: [/^EventRange\./, /^ImportedPets\./, /^(?:CatalogueImported|CategoryMerged)Event\.(?:resync|range)$/],
  },
];

const optionalIn = (schema: unknown, name: string, seen: Set<unknown>): string[] => {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return [];
  seen.add(schema);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return optionalIn(schema.unwrap(), name, seen);
  if (schema instanceof z.ZodArray) return optionalIn(schema.element, name, seen);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => optionalIn(one, name, seen));
  if (!(schema instanceof z.ZodObject)) return [];
  const id = schema.meta()?.id ?? name;
  return Object.entries(schema.shape).flatMap(([field, part]) => [
    ...(part instanceof z.ZodOptional ? [`${id}.${field}`] : []),
    ...optionalIn(part, `${id}.${field}`, seen),
  ]);
};

describe("a convention of responses", () => {
  const seen = new Set<unknown>();
  const absent = routes.flatMap(({ operationId, route }) =>
    Object.values(route.responses).flatMap((schema) => optionalIn(schema, operationId, seen)),
  );

  it("a field is always present, and null without a value, except for the reasons on the page", () => {
    const patterns = mayBeAbsent.flatMap(({ fields }) => fields);
    expect(absent.filter((field) => !patterns.some((pattern) => pattern.test(field)))).toEqual([]);
    expect(patterns.filter((pattern) => !absent.some((field) => pattern.test(field)))).toEqual([]);
  });

  it.each(mayBeAbsent)("the page has the reason: $reason", ({ reason }) => {
    expect(page.replaceAll(/\s+/g, " ")).toContain(reason);
  });
});

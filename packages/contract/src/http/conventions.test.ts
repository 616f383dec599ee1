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
/** The id of the schema of a response, without what it has beyond the resource: an expansion, or a secret. */
const resourceIn = ({ route }: ContractRoute, status: number): string | undefined => {
  const schema = route.responses[status];
  const id = schema instanceof z.ZodType ? schema.meta()?.["id"] : undefined;
  return typeof id === "string" ? id.replace(/^(?:Expanded|Created)/, "") : undefined;
};
/** The reads of one resource at a path of its own, whose ETag a change names. */
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

/** The fields that are true or false. The query of a view has the parameters of a list, which are named like them. */
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
  "a PATCH takes an empty object": (one) => one.route.method !== "PATCH" || bodyOf(one).safeParse({}).success,
} as const satisfies Record<string, Rule>;

type Exception = { readonly rule: keyof typeof rules; readonly row: string; readonly operations: readonly string[] };

/** The operations that break a rule, five rows at most. The table of the page has the reason of each row. */
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
  { rule: "a change takes If-Match", row: "Saved views", operations: ["putView", "deleteView"] },
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

  it("what a body names and does not exist is a 409 whose code has its kind", () => {
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

describe("a convention of the document", () => {
  const document: unknown = JSON.parse(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8"));
  type Json = Readonly<Record<string, unknown>>;
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

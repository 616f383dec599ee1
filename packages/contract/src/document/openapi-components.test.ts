import { describe, expect, it } from "vitest";
import { inlineComponents } from "./inline-components.js";
import { generateAuthDocument, generateDocument } from "./openapi.js";
import { shareRepeated } from "./openapi-components.js";
import type { Operation } from "./openapi-operation.js";
import type { Json } from "./openapi-schemas.js";

const operation = (operationId: string, parts: Partial<Operation>): Operation => ({
  operationId,
  parameters: [],
  responses: {},
  ...parts,
});

const notFound = (message: string) => ({
  description: "There is none.",
  headers: {},
  content: { "application/json": { schema: {}, examples: { not_found: { value: { message } } } } },
});

const share = (operations: Record<string, Operation>, schemas: Record<string, Json> = {}) =>
  shareRepeated({ paths: { "/pets": operations }, components: { schemas, headers: {} } });

/** Operations named `names` that have these parts. */
const operationsOf = (parts: Partial<Operation>, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, operation(name, parts)]));

describe("shareRepeated", () => {
  const missingPet = { responses: { 404: notFound("no pet") } };

  it("moves an error that three operations have into the components, named after its code", () => {
    const { paths, components } = share(operationsOf(missingPet, "getPet", "updatePet", "deletePet"));
    const reference = { $ref: "#/components/responses/NotFound" };
    expect(Object.values(paths["/pets"] ?? {}).map((one) => one.responses["404"])).toEqual([
      reference,
      reference,
      reference,
    ]);
    expect(components).toMatchObject({ responses: { NotFound: notFound("no pet") } });
  });

  it("does not move an error that only two operations have", () => {
    const { paths, components } = share(operationsOf(missingPet, "getPet", "updatePet"));
    expect(paths["/pets"]?.["getPet"]?.responses["404"]).toEqual(notFound("no pet"));
    expect(components).not.toHaveProperty("responses");
  });

  it("names different errors of one code after the first operation that has each", () => {
    const missingOrder = { responses: { 404: notFound("no order") } };
    const { components } = share({
      ...operationsOf(missingPet, "getPet", "updatePet", "deletePet"),
      ...operationsOf(missingOrder, "getOrder", "updateOrder", "deleteOrder"),
    });
    expect(components).toMatchObject({
      responses: { NotFound: notFound("no pet"), "NotFound.getOrder": notFound("no order") },
    });
  });

  it("gives no component the name of a schema, which generated clients would declare twice", () => {
    const { components } = share(operationsOf(missingPet, "a", "b", "c"), { NOTFOUND: { type: "string" } });
    expect(Object.keys((components as { responses?: object }).responses ?? {})).toEqual(["NotFound.a"]);
  });

  it("moves a parameter that three operations have, named after its place and its name", () => {
    const parameters = [{ name: "If-Match", in: "header", schema: { type: "string" } }];
    const { paths, components } = share(operationsOf({ parameters }, "a", "b", "c"));
    expect(paths["/pets"]?.["b"]?.parameters).toEqual([{ $ref: "#/components/parameters/header.If-Match" }]);
    expect(components).toMatchObject({ parameters: { "header.If-Match": parameters[0] } });
  });

  it("moves a 304 that three operations have", () => {
    const unchanged = { responses: { 304: { description: "Unchanged.", headers: {} } } };
    const { paths } = share(operationsOf(unchanged, "a", "b", "c"));
    expect(paths["/pets"]?.["b"]?.responses["304"]).toEqual({ $ref: "#/components/responses/NotModified" });
  });

  it("moves a link that three responses have, named after its operation", () => {
    const links = {
      getPet: { operationId: "getPet", parameters: { petId: "$response.body#/id" }, description: "It." },
    };
    const created = { responses: { 201: { description: "Created.", links } } };
    const { paths, components } = share(operationsOf(created, "a", "b", "c"));
    expect(paths["/pets"]?.["b"]?.responses["201"]?.links).toEqual({ getPet: { $ref: "#/components/links/getPet" } });
    expect(components).toMatchObject({ links });
  });
});

describe("the stable document, which has each part in its place", () => {
  it("means the same after its repeated parts were moved", async () => {
    const document = await generateDocument("1.0.0", "stable");
    const moved = shareRepeated(document);
    expect(moved).not.toEqual(document);
    expect(JSON.stringify(inlineComponents(moved))).toBe(JSON.stringify(inlineComponents(document)));
  });
});

describe.each([
  ["openapi.json", generateDocument],
  ["openapi.auth.json", generateAuthDocument],
] as const)("%s", (_file, make) => {
  it("has each error, parameter, header and link at most twice, or a reference to it", async () => {
    const { paths, components } = await make("1.0.0");
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const { responses: shared = {} } = components as { responses?: Operation["responses"] };
    const responses = operations.flatMap((one) => Object.entries(one.responses));
    const parts: (readonly [name: string, part: object])[] = [
      ...operations.flatMap(({ parameters = [] }) => parameters.map((one) => ["parameter", one] as const)),
      ...responses.filter(([status]) => Number(status) >= 300),
      ...[...responses, ...Object.entries(shared)].flatMap(([, { headers = {}, links = {} }]) => [
        ...Object.entries(headers),
        ...Object.entries(links),
      ]),
    ];
    const texts = parts.filter(([, part]) => !("$ref" in part)).map((one) => JSON.stringify(one));
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => texts.filter((one) => one === text).length > 2)).toEqual([]);
  });
});

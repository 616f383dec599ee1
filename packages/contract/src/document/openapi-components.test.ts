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

  it("moves an error that two operations have into the components, named after its code", () => {
    const { paths, components } = share(operationsOf(missingPet, "getPet", "updatePet"));
    const reference = { $ref: "#/components/responses/NotFound" };
    expect(Object.values(paths["/pets"] ?? {}).map((one) => one.responses["404"])).toEqual([reference, reference]);
    expect(components).toMatchObject({ responses: { NotFound: notFound("no pet") } });
  });

  it("does not move an error that only one operation has", () => {
    const { paths, components } = share(operationsOf(missingPet, "getPet"));
    expect(paths["/pets"]?.["getPet"]?.responses["404"]).toEqual(notFound("no pet"));
    expect(components).not.toHaveProperty("responses");
  });

  it("moves an example that a request and a response have", () => {
    const value = { name: "Frank, who likes to sleep in the sun and to eat carrots", categoryId: 1 };
    const content = { "application/json": { schema: {}, examples: { frank: { value } } } };
    const { paths, components } = share({
      createPet: operation("createPet", {
        requestBody: { content },
        responses: { 201: { description: "Created.", content } },
      }),
    });
    const moved = { "application/json": { schema: {}, examples: { frank: { $ref: "#/components/examples/frank" } } } };
    const { requestBody, responses } = paths["/pets"]?.["createPet"] ?? {};
    expect([requestBody?.content, responses?.["201"]?.content]).toEqual([moved, moved]);
    expect(components).toMatchObject({ examples: { frank: { value } } });
  });

  it("leaves an example in its place if references to it would be longer", () => {
    const content = { "application/json": { examples: { dogs: { value: { name: "Dogs" } } } } };
    const created = { responses: { 201: { description: "Created.", content } } };
    expect(share(operationsOf(created, "a", "b", "c")).components).not.toHaveProperty("examples");
  });

  it("counts what a shared response contains only once", () => {
    const refused = { responses: { 404: notFound("there is no pet with this id, so look it up in the list of pets") } };
    expect(share(operationsOf(refused, "a", "b", "c")).components).not.toHaveProperty("examples");
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
    const description = "The ETag of the pet that the client has.";
    const parameters = [{ name: "If-Match", in: "header", description, schema: { type: "string" } }];
    const { paths, components } = share(operationsOf({ parameters }, "a", "b", "c"));
    expect(paths["/pets"]?.["b"]?.parameters).toEqual([{ $ref: "#/components/parameters/header.If-Match" }]);
    expect(components).toMatchObject({ parameters: { "header.If-Match": parameters[0] } });
  });

  it("moves a 304 that three operations have", () => {
    const headers = { ETag: { schema: { type: "string" } } };
    const unchanged = { responses: { 304: { description: "What the client has is still current.", headers } } };
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
  it("has each error and parameter once, and each header and link at most twice, or a reference to it", async () => {
    const { paths, components } = await make("1.0.0");
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const { responses: shared = {} } = components as { responses?: Operation["responses"] };
    const responses = operations.flatMap((one) => Object.entries(one.responses));
    const wholes: (readonly [name: string, part: object])[] = [
      ...operations.flatMap(({ parameters = [] }) => parameters.map((one) => ["parameter", one] as const)),
      ...responses.filter(([status]) => Number(status) >= 300),
    ];
    const inner = [...responses, ...Object.entries(shared)].flatMap(([, { headers = {}, links = {} }]) => [
      ...Object.entries(headers),
      ...Object.entries(links),
    ]);
    const textsOf = (parts: readonly (readonly [name: string, part: object])[]) =>
      parts.filter(([, part]) => !("$ref" in part)).map((one) => JSON.stringify(one));
    const moreThan = (count: number, texts: readonly string[]) =>
      texts.filter((text) => texts.filter((one) => one === text).length > count);
    expect(textsOf(wholes).length).toBeGreaterThan(0);
    expect(moreThan(1, textsOf(wholes))).toEqual([]);
    expect(moreThan(2, textsOf(inner))).toEqual([]);
  });

  it("has less than 620,000 bytes when the service sends it", async () => {
    expect(Buffer.byteLength(JSON.stringify(await make("1.0.0")))).toBeLessThan(620_000);
  });
});

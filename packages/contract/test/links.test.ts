import { describe, expect, it } from "vitest";
import { contract, listRoutes } from "../src/routes-entry.js";
import { type Document, documentFiles, operationsOf, readDocument } from "./support/documents.js";

const linksOf = (document: Document) =>
  operationsOf(document).flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, { links = {}, headers = {}, content = {} }]) =>
      Object.entries(links).map(([name, link]) => {
        const examples = Object.values(content).flatMap((media) => Object.values(media.examples ?? {}));
        return { at: `${operationId} ${status} → ${name}`, link, headers, bodies: examples.map(({ value }) => value) };
      }),
    ),
  );

/** The value of `$response.body#/…` in a body; undefined if there is none. */
const valueAt = (body: unknown, pointer: string) =>
  pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], body);

/** Tells whether a response contains the value that a runtime expression refers to. */
const isFound = (from: string, headers: object, bodies: readonly unknown[]) => {
  const [, kind, name = ""] = /^\$response\.(header\.|body#)(.+)$/.exec(from) ?? [];
  if (kind === "header.") return name in headers;
  return kind === "body#" && bodies.length > 0 && bodies.every((body) => valueAt(body, name) !== undefined);
};

describe.each(documentFiles)("the links of %s", (file) => {
  const document = readDocument(file);
  const links = linksOf(document);

  it("lead to operations of the document, with all parameters that they need and no others", () => {
    expect(links).not.toEqual([]);
    for (const { at, link } of links) {
      const target = operationsOf(document).find(({ operationId }) => operationId === link.operationId);
      const known = target?.parameters.flatMap(({ name, in: place }) => [name, `${place}.${name}`]) ?? [];
      const needed = target?.parameters.filter(({ in: place }) => place === "path").map(({ name }) => name) ?? [];
      expect([at, known]).toEqual([at, expect.arrayContaining(Object.keys(link.parameters))]);
      expect([at, Object.keys(link.parameters)]).toEqual([at, expect.arrayContaining(needed)]);
    }
  });

  it("take their values from the headers and from every example of the response", () => {
    const missing = links.flatMap(({ at, link, headers, bodies }) =>
      Object.values(link.parameters)
        .filter((from) => !isFound(from, headers, bodies))
        .map((from) => `${at}: ${from}`),
    );
    expect(missing).toEqual([]);
  });
});

describe("the links of the stable document", () => {
  it("lead to no beta operation and set no beta parameter", () => {
    expect(linksOf(readDocument("openapi.stable.json")).map(({ at, link }) => [at, link.parameters])).toEqual([
      ["createPet 201 → getPet", { petId: "$response.body#/id" }],
    ]);
  });
});

describe("the links of the whole document", () => {
  it("lead from the operation that creates a resource to those that read, change and delete it", () => {
    const links = new Set(linksOf(readDocument("openapi.json")).map(({ at }) => at));
    const expected = {
      "createPet 201": ["getPet", "updatePet", "deletePet"],
      "createPetBatch 201": ["getPet", "updatePet", "deletePet"],
      "createCategory 201": ["getCategory", "updateCategory", "mergeCategory", "deleteCategory"],
      "createOrder 201": ["getOrder", "updateOrder"],
      "createApiKey 201": ["getApiKey", "rotateApiKey", "revokeApiKey"],
      "rotateApiKey 201": ["getApiKey", "rotateApiKey", "revokeApiKey"],
      "putView 201": ["putView", "deleteView"],
    };
    const routes = listRoutes(contract);
    const usual: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
      routes
        .filter(({ route }) => route.method === "POST")
        .map(({ operationId, route }) => {
          const onOne = routes.filter((other) => new RegExp(`^${route.path}/:\\w+$`).test(other.route.path));
          return [`${operationId} 201`, onOne.map((other) => other.operationId)];
        }),
    );
    const wanted = Object.entries({ ...usual, ...expected }).flatMap(([from, targets]) =>
      targets.map((name) => `${from} → ${name}`),
    );
    expect(wanted.filter((one) => !links.has(one))).toEqual([]);
  });
});

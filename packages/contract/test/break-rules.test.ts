import { describe, expect, it } from "vitest";
import { breaksSince } from "./support/breaks.js";
import { type Document, type Operation, readDocument, type Schema } from "./support/documents.js";
import { changesSince } from "./support/redocly.js";

const STABLE = "openapi.stable.json";
const RELEASED = `released/${STABLE}`;

const breaksOf = (document: Document) => breaksSince(STABLE, document);

const schemaOf = ({ components }: Document, name: string): Schema =>
  components.schemas[name] ?? expect.fail(`no schema ${name}`);
const propertyOf = (document: Document, schema: string, name: string): Schema =>
  schemaOf(document, schema).properties?.[name] ?? expect.fail(`no ${schema}.${name}`);
const operationOf = ({ paths }: Document, path: string, method: string): Operation =>
  paths[path]?.[method] ?? expect.fail(`no ${method} ${path}`);
const limitOf = (document: Document) => operationOf(document, "/pets", "get").parameters[0] ?? expect.fail("no limit");
const without = (names: readonly string[] | undefined, name: string) => names?.filter((one) => one !== name) ?? [];
const text: Schema = { type: "string", maxLength: 9 };

type Make = (document: Document) => void;

const breaks: Record<string, readonly [ruleId: string, make: Make]> = {
  "a removed operation": ["operation-removed", ({ paths }) => delete paths["/pets"]?.["post"]],
  "a removed path": ["path-removed", ({ paths }) => delete paths["/pets/{petId}"]],
  "a renamed operationId": [
    "operation-id-changed",
    (document) => void (operationOf(document, "/pets", "get").operationId = "pets"),
  ],
  "a removed field of a response": [
    "property-removed",
    (document) => {
      const pet = schemaOf(document, "Pet");
      delete pet.properties?.["status"];
      pet.required = without(pet.required, "status");
    },
  ],
  "a removed field of a request": [
    "property-removed",
    (document) => delete schemaOf(document, "NewPet").properties?.["status"],
  ],
  "a field of a response that may be absent": [
    "required-properties-removed",
    (document) => void (schemaOf(document, "Pet").required = ["id", "name", "categoryId"]),
  ],
  "a new required field of a request": [
    "required-properties-added",
    (document) => {
      const pet = schemaOf(document, "NewPet");
      pet.properties = { ...pet.properties, breed: text };
      pet.required = [...(pet.required ?? []), "breed"];
    },
  ],
  "a new field of a closed response": [
    "closed-schema-extended",
    (document) => {
      const pet = schemaOf(document, "Pet");
      pet.properties = { ...pet.properties, breed: text };
    },
  ],
  "another type of a request": [
    "schema-type-changed",
    (document) => void (propertyOf(document, "NewPet", "categoryId").type = "string"),
  ],
  "another type of a response": [
    "schema-type-changed",
    (document) => void (propertyOf(document, "Pet", "id").type = "string"),
  ],
  "a shorter string in a request": [
    "schema-constraint-changed",
    (document) => void (propertyOf(document, "NewPet", "name").maxLength = 100),
  ],
  "a narrower pattern in a request": [
    "schema-constraint-changed",
    (document) => void (propertyOf(document, "NewPet", "name").pattern = "^[a-z]+$"),
  ],
  "another default of a parameter": ["default-changed", (document) => void (limitOf(document).schema.default = 10)],
  "a smaller maximum of a parameter": [
    "schema-constraint-changed",
    (document) => void (limitOf(document).schema.maximum = 50),
  ],
  "a new value in a response": ["enum-values-added", (document) => schemaOf(document, "PetStatus").enum?.push("lost")],
  "a removed value of a request": ["enum-values-removed", (document) => schemaOf(document, "PetStatus").enum?.pop()],
  "a new required parameter": [
    "parameter-became-required",
    (document) =>
      operationOf(document, "/pets", "get").parameters.push({
        name: "breed",
        in: "query",
        required: true,
        schema: text,
      }),
  ],
  "a parameter that became required": [
    "parameter-became-required",
    (document) => void (limitOf(document).required = true),
  ],
  "a removed parameter": ["parameter-removed", (document) => operationOf(document, "/pets", "get").parameters.pop()],
  "a removed status of success": [
    "response-removed",
    (document) => delete operationOf(document, "/pets", "post").responses["201"],
  ],
  "a removed status of failure": [
    "response-removed",
    (document) => delete operationOf(document, "/pets/{petId}", "get").responses["404"],
  ],
  "a removed header": [
    "response-header-removed",
    (document) => delete operationOf(document, "/pets", "post").responses["201"]?.headers?.["Location"],
  ],
};

const additions: Record<string, Make> = {
  "a new operation": (document) => {
    const put = { ...operationOf(document, "/pets", "post"), operationId: "replacePets" };
    document.paths["/pets"] = { ...document.paths["/pets"], put };
  },
  "an optional parameter": (document) =>
    operationOf(document, "/pets", "get").parameters.push({ name: "breed", in: "query", schema: text }),
  "an optional field of a request": (document) => {
    const pet = schemaOf(document, "NewPet");
    pet.properties = { ...pet.properties, breed: text };
  },
  "a larger maximum": (document) => void (limitOf(document).schema.maximum = 500),
  "a status of failure": (document) => {
    const { responses } = operationOf(document, "/pets/{petId}", "get");
    Object.assign(responses, { 410: responses["404"] });
  },
  "a response header": (document) =>
    Object.assign(operationOf(document, "/pets", "get").responses["200"]?.headers ?? {}, {
      Age: { description: "Age.", schema: text },
    }),
  "an error code": (document) => schemaOf(document, "ErrorCode").enum?.push("gone"),
  "a deprecation": (document) => void (operationOf(document, "/pets", "get").deprecated = true),
  "another description": (document) => void (document.info.description = "Pets."),
};

describe("the comparison with the last release", () => {
  it.each(Object.entries(breaks))("fails for %s", async (_, [ruleId, make]) => {
    const document = readDocument(RELEASED);
    make(document);
    expect((await breaksOf(document)).map((found) => found.ruleId)).toContain(ruleId);
  });

  it("passes for each compatible addition", async () => {
    const document = readDocument(RELEASED);
    for (const make of Object.values(additions)) make(document);
    expect(await breaksOf(document)).toEqual([]);
    expect((await changesSince(RELEASED, document)).length).toBeGreaterThanOrEqual(Object.keys(additions).length);
  });
});

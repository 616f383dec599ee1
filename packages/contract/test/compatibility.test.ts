import { describe, expect, it } from "vitest";
import {
  type Document,
  documentFiles,
  operationsOf,
  readDocument,
  type Schema,
  schemasIn,
} from "./support/documents.js";

// As docs/decisions/0061-compatibility.md says, requests are closed, responses are open, and Pet and Error stay as
// published.

/** The published schemas, which are closed in responses too. */
const closed = ["Error", "Pet"];

/** The schemas of objects to which browsers add fields of their own. */
const ofBrowsers = ["AuthenticationResponse", "RegistrationResponse"];

const objectsIn = (schema: Schema, at: string): [at: string, isOpen: boolean][] => {
  const { properties, items, anyOf = [], additionalProperties } = schema;
  const parts = Object.entries(properties ?? {}).flatMap(([name, part]) => objectsIn(part, `${at}.${name}`));
  const inner = [...(items ? [items] : []), ...anyOf].flatMap((part) => objectsIn(part, `${at}[]`));
  return [...(properties ? [[at, additionalProperties !== false] as [string, boolean]] : []), ...parts, ...inner];
};

/** The schemas of the bodies on one side: the components and the inline schemas of the operations. */
const schemasOf = (document: Document, side: "requests" | "responses") => {
  const bodies = operationsOf(document).flatMap(({ operationId, requestBody, responses }) =>
    (side === "requests" ? [requestBody] : Object.values(responses)).flatMap((body) =>
      Object.values(body?.content ?? {}).map(({ schema }): [string, Schema] => [operationId, schema]),
    ),
  );
  const names = [...schemasIn(document, bodies)];
  return [...bodies, ...names.map((name): [string, Schema] => [name, document.components.schemas[name] ?? {}])];
};

describe.each(documentFiles)("%s", (file) => {
  const document = readDocument(file);

  it("lets every response gain fields, except Pet and Error", () => {
    const objects = schemasOf(document, "responses").flatMap(([name, schema]) => objectsIn(schema, name));
    expect(objects.length).toBeGreaterThan(1);
    const names = new Set(objects.filter(([, isOpen]) => !isOpen).map(([at]) => at));
    expect([...names].filter((at) => !closed.includes(at))).toEqual([]);
    for (const name of ["Error", ...(file === "openapi.auth.json" ? [] : ["Pet"])]) expect(names).toContain(name);
  });

  it("allows no unknown fields in requests, except in objects that browsers make", () => {
    const objects = schemasOf(document, "requests").flatMap(([name, schema]) => objectsIn(schema, name));
    const open = objects.filter(([, isOpen]) => isOpen).map(([at]) => at.replace(/\..*/, ""));
    expect(open.filter((name) => !ofBrowsers.includes(name))).toEqual([]);
  });

  it("marks extensible enums only in responses, and lists their values only in enums of filters", () => {
    const inRequests = JSON.stringify([
      operationsOf(document).map(({ parameters }) => parameters),
      schemasOf(document, "requests"),
    ]);
    expect(inRequests).not.toContain("x-extensible-enum");
  });
});

describe("the values that may grow", () => {
  const { schemas } = readDocument("openapi.json").components;
  const propertyOf = (name: string, property: string) => schemas[name]?.properties?.[property];

  it("have no enum, so that a generated client accepts others", () => {
    const growing = [
      schemas["RecordedAction"],
      propertyOf("Actor", "kind"),
      schemas["AuditEvent"]?.properties?.["subject"]?.properties?.["kind"],
      propertyOf("PetConflict", "reason"),
      propertyOf("CategoryMergeJob", "status"),
      schemas["ErrorCode"],
      readDocument("openapi.stable.json").components.schemas["ErrorCode"],
      readDocument("openapi.auth.json").components.schemas["ErrorCode"],
    ];
    expect(growing).toEqual(
      growing.map(() => expect.objectContaining({ type: "string", "x-extensible-enum": expect.any(Array) })),
    );
    expect(growing.map((schema) => schema?.enum)).toEqual(growing.map(() => undefined));
  });
});

describe("Pet, Pets and Error", () => {
  it("are in the stable document as in the last release", () => {
    const published = (file: string) => {
      const { Pet, Pets, PetStatus, Error: body } = readDocument(file).components.schemas;
      return { Pet, Pets, PetStatus, body };
    };
    const examplesOfNow = readDocument("openapi.stable.json").components.schemas["Error"]?.examples;
    const released = published("released/openapi.stable.json");
    expect(published("openapi.stable.json")).toEqual({
      ...released,
      body: { ...released.body, examples: examplesOfNow },
    });
  });
});

import { describe, expect, it } from "vitest";
import { authErrorCodes } from "../src/account/auth/index.js";
import { errorCodes, publishedErrorCodes } from "../src/http/errors.js";
import {
  type Document,
  type DocumentFile,
  documentFiles,
  type Operation,
  operationsOf,
  readDocument,
  type Schema,
} from "./support/documents.js";

type Place = readonly [at: string, part: { readonly description?: string | undefined; readonly isShown: boolean }];

/** Values that a schema lists, or that follow from its type, need no other example. */
const showsItself = ({ $ref, enum: values, "x-extensible-enum": growing, const: only, type }: Schema) =>
  $ref !== undefined ||
  values !== undefined ||
  growing !== undefined ||
  only !== undefined ||
  type === "boolean" ||
  type === "null";

/** A schema and the properties inside it. An object is explained by its properties, and an array by its items. */
const placesIn = (schema: Schema, at: string): Place[] => {
  const { properties = {}, items, anyOf = [], examples, $ref, description } = schema;
  const parts = Object.entries(properties).flatMap(([name, part]) => placesIn(part, `${at}.${name}`));
  const inner = [...(items ? [items] : []), ...anyOf].flatMap((part) => placesIn(part, `${at}[]`).slice(1));
  const isShown =
    examples !== undefined || showsItself(schema) || parts.length > 0 || items !== undefined || anyOf.length > 0;
  return [[at, { description: $ref === undefined ? description : "its component's", isShown }], ...parts, ...inner];
};

const placesOf = (operation: Operation): Place[] => {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const request = Object.entries(requestBody?.content ?? {}).map(([type, media], at): Place => {
    // A further media type of the same body has the same form.
    const isShown = media.examples !== undefined || /^(?:image\/|application\/octet-stream)/.test(type) || at > 0;
    return [`${operationId} request`, { description: requestBody?.description, isShown }];
  });
  const answers = Object.entries(responses).flatMap(([status, response]): Place[] => {
    const at = `${operationId} ${status}`;
    const headers = Object.entries(response.headers ?? {});
    return [
      [at, { description: response.description, isShown: true }],
      ...Object.values(response.content ?? {}).map(
        ({ schema, examples = {} }): Place => [
          `${at} body`,
          { description: "", isShown: Object.keys(examples).length > 0 || schema?.format === "binary" },
        ],
      ),
      ...headers.map(
        ([name, { description: text, example }]): Place => [
          `${at} ${name}`,
          { description: text, isShown: example !== undefined },
        ],
      ),
      ...Object.entries(response.links ?? {}).map(
        ([name, link]): Place => [`${at} → ${name}`, { description: link.description, isShown: true }],
      ),
    ];
  });
  return [
    [`${operationId} summary`, { description: summary, isShown: true }],
    [operationId, { description, isShown: true }],
    ...parameters.map(
      (one): Place => [
        `${operationId} ${one.name}`,
        // Only the service can make a cursor.
        { description: one.description, isShown: one.example !== undefined || one.name === "cursor" },
      ],
    ),
    ...request,
    ...answers,
  ];
};

const allPlaces = (document: Document): Place[] => [
  ...Object.entries(document.components.schemas).flatMap(([name, schema]) => placesIn(schema, name)),
  ...Object.entries(document.components.securitySchemes).map(
    ([name, { description }]): Place => [name, { description, isShown: true }],
  ),
  ...document.tags.map(({ name, description }): Place => [`tag ${name}`, { description, isShown: true }]),
  ...operationsOf(document).flatMap(placesOf),
];

type Codes = Readonly<Record<string, { readonly status: number; readonly meaning: string; readonly example: string }>>;

const codesOf: Readonly<Record<DocumentFile, Codes>> = {
  "openapi.json": errorCodes,
  "openapi.auth.json": authErrorCodes,
  "openapi.stable.json": publishedErrorCodes,
};

describe.each(documentFiles)("%s", (file) => {
  const document = readDocument(file);
  const places = allPlaces(document);

  it("describes every operation, parameter, body, response, schema, property, header and link", () => {
    expect(places.filter(([, { description }]) => description === undefined).map(([at]) => at)).toEqual([]);
  });

  it("has an example of every parameter, body, schema, property and header", () => {
    expect(places.filter(([, { isShown }]) => !isShown).map(([at]) => at)).toEqual([]);
  });

  it("explains every error code in ErrorCode and has an example of it in Error", () => {
    const codes = codesOf[file];
    const { ErrorCode, Error: ErrorBody } = document.components.schemas;
    const lines = ErrorCode?.description?.split("\n") ?? [];
    const isExplained = ([code, { status, meaning }]: [string, { status: number; meaning: string }]) =>
      lines.some((line) => line.includes(`\`${code}\``) && line.endsWith(` (${status}): ${meaning}`));
    expect(Object.entries(codes).filter((entry) => !isExplained(entry))).toEqual([]);
    expect(ErrorBody?.examples).toEqual(
      Object.entries(codes).map(([code, { status, example }]) => ({ code, message: example, status })),
    );
  });

  it("explains each of its extensions in its own description", () => {
    const names = new Set(Array.from(JSON.stringify(document).matchAll(/"(x-[a-z-]+)":/g), ([, name = ""]) => name));
    expect([...names].filter((name) => !document.info.description.includes(`\`${name}\``))).toEqual([]);
  });

  it("names a contact", () => {
    expect(Object.keys(document.info.contact ?? {})).toEqual(["name", "url", "email"]);
  });
});

describe("the walk over a document", () => {
  it("reports parts that have no description or no example", () => {
    const document = readDocument("openapi.stable.json");
    document.paths["/pets"]?.["get"]?.parameters.push({ name: "q", in: "query", schema: { type: "string" } });
    Object.assign(document.components.schemas["Pet"]?.properties ?? {}, { breed: { type: "string" } });
    const bare = allPlaces(document).filter(([, { description, isShown }]) => description === undefined && !isShown);
    expect(bare.map(([at]) => at)).toEqual(["Pet.breed", "listPets q"]);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type Document, operationsOf, readDocument, type Schema } from "./support/documents.js";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** What importers are told since the last release: the changesets, or what `changeset version` made of them. */
const announcements = (): string => {
  const folder = "../../.changeset/";
  const files = readdirSync(new URL(`../${folder}`, import.meta.url)).filter((name) => name.endsWith(".md"));
  const { info } = JSON.parse(read("released/openapi.json")) as { info: { version: string } };
  const [unreleased = ""] = read("CHANGELOG.md").split(`## ${info.version}\n`);
  return [unreleased, ...files.map((name) => read(`${folder}${name}`))].join("\n");
};

/** The names of the properties of a schema, also of those inside it. */
const propertiesOf = ({ properties = {}, items, anyOf = [] }: Schema): string[] => [
  ...Object.keys(properties),
  ...[...Object.values(properties), ...(items ? [items] : []), ...anyOf].flatMap(propertiesOf),
];

/** What the document has, by what has it. A part that is new as a whole needs only its own name. */
const partsOf = (document: Document): ReadonlyMap<string, ReadonlySet<string>> => {
  const { ErrorCode: codes = {}, ...schemas } = document.components.schemas;
  return new Map([
    ...operationsOf(document).map(
      ({ operationId, parameters }) => [operationId, new Set(parameters.map(({ name }) => name))] as const,
    ),
    ...Object.entries(schemas).map(([name, schema]) => [`schema ${name}`, new Set(propertiesOf(schema))] as const),
    ["error codes", new Set((codes["x-extensible-enum"] ?? codes.enum ?? []).map(String))] as const,
  ]);
};

/** Lists the operations, and the parameters, properties and codes of older parts, that only the later document has. */
const additions = (before: Document, after: Document): { readonly name: string; readonly of: string }[] => {
  const known = partsOf(before);
  return [...partsOf(after)].flatMap(([of, names]) => {
    const old = known.get(of);
    // A new schema belongs to an operation, which is listed itself.
    if (old === undefined) return of.startsWith("schema ") ? [] : [{ name: of, of: "operations" }];
    return [...names].flatMap((name) => (old.has(name) ? [] : [{ name, of }]));
  });
};

it.each(["openapi.json", "openapi.auth.json"])("a changeset names each addition to %s", (file) => {
  const told = new Set(announcements().match(/[\w-]+/g));
  const added = additions(readDocument(`released/${file}`), readDocument(file));
  expect(added.filter(({ name }) => !told.has(name))).toEqual([]);
});

it("an addition is an operation, or a parameter, a property or a code of what existed", () => {
  const before = readDocument("openapi.json");
  const after = readDocument("openapi.json");
  const { "/notes": notes = {}, ...paths } = before.paths;
  before.paths = paths;
  delete before.components.schemas["Note"];
  const { Category, ErrorCode } = after.components.schemas;
  (Category ?? {}).properties = { ...Category?.properties, shelf: {} };
  ErrorCode?.["x-extensible-enum"]?.push("shelf_full");
  after.paths["/pets"]?.["get"]?.parameters.push({ name: "shelf", in: "query", schema: {} });
  expect(Object.keys(notes)).toEqual(["get"]);
  expect(additions(before, after)).toEqual([
    { name: "shelf", of: "listPets" },
    { name: "listNotes", of: "operations" },
    { name: "shelf", of: "schema Category" },
    { name: "shelf_full", of: "error codes" },
  ]);
});

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Document, operationsOf, readDocument, type Schema } from "./support/documents.js";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/**
 * The texts that importers get about the changes since the last release: the changesets, or the changelog that
 * `changeset version` has made from them.
 */
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

/**
 * The names of the parts of the document, by the operation or schema that has them. If that operation or schema is new,
 * a changeset needs only its name.
 */
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

type Changeset = { readonly name: string; readonly bump: string };
type Module = {
  readonly readChangesets: (root?: string, of?: string) => readonly Changeset[];
  readonly nextVersion: (released: string, changesets: readonly { readonly bump: string }[]) => string;
};
const { readChangesets, nextVersion } = (await import(
  new URL("../scripts/changesets.mjs", import.meta.url).href
)) as Module;
const versionOf = (path: string) => {
  const { version, info = { version } } = JSON.parse(read(path)) as { version: string; info?: { version: string } };
  return info.version;
};

describe("the version", () => {
  it("of the package is the next one while there are changesets (if not, run `openapi:write`)", () => {
    expect(versionOf("package.json")).toBe(nextVersion(versionOf("released/openapi.json"), readChangesets()));
  });

  it("in the complete documents is the version of the package", () => {
    const files = ["openapi.json", "openapi.auth.json"];
    expect(files.map(versionOf)).toEqual(files.map(() => versionOf("package.json")));
  });

  it("in the stable document is the version of the published interface", () => {
    expect(versionOf("openapi.stable.json")).toBe("1.0.0");
  });

  it.each([
    [[], "1.4.2"],
    [["patch"], "1.4.3-next"],
    [["patch", "minor", "patch"], "1.5.0-next"],
    [["minor", "major"], "2.0.0-next"],
  ])("after 1.4.2 and changesets %j is %s", (given, expected) => {
    expect(
      nextVersion(
        "1.4.2",
        given.map((bump) => ({ bump })),
      ),
    ).toBe(expected);
  });

  it("is released with an entry and a day in the changelog", () => {
    const version = versionOf("released/openapi.json");
    expect(read("CHANGELOG.md")).toMatch(
      new RegExp(`\n## ${version.replaceAll(".", "\\.")}\n\n_\\d{4}-\\d\\d-\\d\\d_\n`),
    );
  });
});

it("each changeset has a weight, and a day in .changeset/dates.json (if not, run `openapi:write`)", () => {
  const dates = JSON.parse(read("../../.changeset/dates.json")) as Record<string, string>;
  const names = [...readChangesets(), ...readChangesets(undefined, "@petstore/api")].map(({ name }) => name);
  expect(Object.keys(dates).toSorted()).toEqual([...new Set(names)].toSorted());
  expect(readChangesets().filter(({ bump }) => bump === undefined)).toEqual([]);
});

it.each(["openapi.json", "openapi.auth.json"])("a changeset names each addition to %s", (file) => {
  const told = new Set(announcements().match(/[\w-]+/g));
  const added = additions(readDocument(`released/${file}`), readDocument(file));
  expect(added.filter(({ name }) => !told.has(name))).toEqual([]);
});

it("an addition is an operation, or a parameter, property or code of something that existed", () => {
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

import { createRequire } from "node:module";
import type { ISpectralDiagnostic, RulesetDefinition, Spectral as SpectralClass } from "@stoplight/spectral-core";
import owasp from "@stoplight/spectral-owasp-ruleset";
import { describe, expect, it } from "vitest";
import { asOpenApi30 } from "../src/document/as-3-0.js";
import { owaspWaivers, type Waiver } from "./owasp-waivers.js";
import {
  type Document,
  documentFiles,
  operationsOf,
  readDocument,
  readServed,
  schemasIn,
  unreferenced,
} from "./support/documents.js";

// Node cannot find named exports in these CommonJS modules.
const require = createRequire(import.meta.url);
const { Spectral } = require("@stoplight/spectral-core") as { Spectral: typeof SpectralClass };
const { oas } = require("@stoplight/spectral-rulesets") as { oas: RulesetDefinition };

type Finding = Pick<ISpectralDiagnostic, "code" | "message"> & { readonly at: string; readonly isTrimmed: boolean };

/** The place of a finding. It contains the names of parameters instead of their indices. */
const placeIn = ({ paths }: Document, path: ISpectralDiagnostic["path"]): string => {
  const [root, route = "", method = "", kind, index] = path;
  const parameter = kind === "parameters" ? paths[route]?.[method]?.parameters[Number(index)] : undefined;
  return (parameter ? [root, route, method, kind, parameter.name, ...path.slice(5)] : path).join("/");
};

type Place = Readonly<Record<string, unknown>>;

/** Returns what a document has at a path, which may lead through references. */
const valueAt = (document: Document, path: ISpectralDiagnostic["path"]): Place | undefined =>
  path.reduce<Place | undefined>(
    (found, name) => {
      const next = found?.[name] as Place | undefined;
      const reference = next?.["$ref"];
      return typeof reference === "string" ? valueAt(document, reference.split("/").slice(1)) : next;
    },
    document as unknown as Place,
  );

/** Tells whether the pattern of a schema bounds a published name, and the schema has no `maxLength`. */
const isTrimmed = (schema: Place | undefined): boolean => String(schema?.["pattern"]).includes("{0,198}");

/** Returns the findings of a ruleset at any severity, including hints. */
const findings = async (ruleset: unknown, document: Document): Promise<Finding[]> => {
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[ruleset as RulesetDefinition, "all"]] });
  const found = await spectral.run(document);
  return found.map(({ code, message, path }) => ({
    code,
    message,
    at: placeIn(document, path),
    isTrimmed: isTrimmed(valueAt(document, path)),
  }));
};

const requestSchemasOf = (document: Document) =>
  schemasIn(
    document,
    operationsOf(document).map(({ parameters, requestBody }) => [parameters, requestBody]),
  );

/** Tells whether a place is in what the service sends: a response, a webhook, or a component that no request uses. */
const isOnlyInResponses = (at: string, requestSchemas: ReadonlySet<string>) => {
  const [, schema] = /^components\/schemas\/(\w+)/.exec(at) ?? [];
  if (schema !== undefined) return !requestSchemas.has(schema);
  return at.includes("/responses/") || at.startsWith("webhooks/");
};

const waives = (
  { rule, at, onlyResponses, onlyTrimmed }: Waiver,
  finding: Finding,
  requestSchemas: ReadonlySet<string>,
) =>
  finding.code === rule &&
  (at === undefined || at.test(finding.at)) &&
  (!onlyTrimmed || finding.isTrimmed) &&
  (!onlyResponses || isOnlyInResponses(finding.at, requestSchemas));

/** The findings of the OWASP rules in a document, each with the waivers that allow it. */
const owaspFindings = async (file: string) => {
  const document = readDocument(file);
  const requestSchemas = requestSchemasOf(document);
  const found = await findings(owasp, document);
  return found.map((finding) => ({
    ...finding,
    waivers: owaspWaivers.filter((waiver) => waives(waiver, finding, requestSchemas)),
  }));
};

describe.each(documentFiles)("%s", (file) => {
  it("passes all rules of spectral:oas at every severity", async () => {
    const found = await findings(oas, readServed(file));
    expect(found.filter(({ code, at }) => code !== "oas3-unused-component" || at !== unreferenced)).toEqual([]);
  });

  it("passes all of Spectral's OWASP rules, except those that owasp-waivers.ts waives", async () => {
    const found = await owaspFindings(file);
    expect(found.filter(({ waivers }) => waivers.length === 0)).toEqual([]);
  });
});

describe("the complete document as OpenAPI 3.0", () => {
  it("passes all rules of spectral:oas, except where an example of a nullable reference is null", async () => {
    const document = asOpenApi30(readServed("openapi.json")) as unknown as Document;
    const found = await findings(oas, document);
    const isAccepted = ({ code, at, message }: Finding) =>
      (code === "oas3-unused-component" && at === unreferenced) ||
      (/^oas3-valid-(?:media|schema)-example$/.test(String(code)) && /must be object/.test(message));
    expect(found.filter((one) => !isAccepted(one))).toEqual([]);
  });
});

describe("Spectral", () => {
  it("reports a missing description and an unbounded string", async () => {
    const broken = readDocument("openapi.stable.json");
    const list = broken.paths["/pets"]?.["get"] ?? expect.fail("no list");
    delete list.description;
    list.parameters = [{ name: "q", in: "query", schema: { type: "string" } }];
    const codes = [...(await findings(oas, broken)), ...(await findings(owasp, broken))].map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(["operation-description", "owasp:api4:2023-string-limit"]));
  });

  it("needs every waiver", async () => {
    const found = (await Promise.all(documentFiles.map(owaspFindings))).flat();
    const used = new Set(found.flatMap(({ waivers }) => waivers));
    expect(owaspWaivers.filter((waiver) => !used.has(waiver))).toEqual([]);
  });
});

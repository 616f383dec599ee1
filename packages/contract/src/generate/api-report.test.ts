import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { apiReport } from "./api-report.js";

const fileOf = (path: string) => new URL(`../../${path}`, import.meta.url);

const manifest = JSON.stringify({
  name: "small",
  exports: {
    "./client": { types: "./dist/client/index.d.ts" },
    "./schemas": { types: "./dist/schemas.d.ts" },
    "./package.json": "./package.json",
  },
});
const small = {
  "package.json": manifest,
  "dist/client/index.d.ts": 'export { create } from "./create.js";\nexport type { Failure } from "../errors.js";\n',
  "dist/client/create.d.ts":
    'import type { Options as Given } from "./options.js";\n/** Creates. */\nexport declare const create: (given: Given) => void;\n',
  "dist/client/options.d.ts":
    "type Name = string;\nexport interface Options {\n    /** Whose. */\n\n    name: Name;\n    // hidden\n}\n",
  "dist/errors.d.ts": "export declare class Failure extends Error {\n}\n",
  "dist/schemas.d.ts": 'export * from "./pet.js";\nexport { z } from "zod";\n',
  "dist/pet.d.ts": "export declare const Pet: object;\nexport type Pet = string;\ntype Hidden = 1;\n",
};
const reportOf = (files: Record<string, string>) => apiReport((path) => files[path] ?? "");

describe("the report of the public types", () => {
  it("is what dist declares (else review the change, and run `npx pnpm --filter @petstore/contract openapi:write`)", () => {
    const report = apiReport((path) => readFileSync(fileOf(path), "utf8"));
    expect(report).toBe(readFileSync(fileOf("api-report.md"), "utf8"));
  });

  it("has a name once that hides the same name of a whole module", () => {
    const files = {
      ...small,
      "dist/schemas.d.ts": 'export * from "./pet.js";\nexport * from "./errors.js";\nexport { Pet } from "./pet.js";\n',
    };
    const [, schemas = ""] = reportOf(files).split("## ./schemas");
    expect(schemas.match(/`\w+`/g)).toEqual(["`Failure`", "`Pet`"]);
  });

  it("has the client's declarations without comments, those that it refers to, and other names", () => {
    expect(reportOf(small).split("\n").slice(2)).toEqual([
      "# The public types of small",
      "",
      "## ./client",
      "",
      "```ts",
      "// as a type only",
      "class Failure extends Error {",
      "}",
      "",
      "const create: (given: Given) => void;",
      "```",
      "",
      "### Not exported, but part of these types",
      "",
      "```ts",
      "type Name = string;",
      "",
      "interface Options {",
      "    name: Name;",
      "}",
      "```",
      "",
      "## ./schemas",
      "",
      "- `Pet`: const, type",
      "- `z`: from zod",
      "",
      "## ./package.json",
      "",
      "The file `./package.json`.",
      "",
    ]);
  });

  it.each([
    ["a type behind an option", "dist/client/options.d.ts", "type Name = string", "type Name = number"],
    ["a removed export", "dist/client/index.d.ts", "export { create }", "export {}"],
    ["a class that is exported as a value", "dist/client/index.d.ts", "export type {", "export {"],
    ["a renamed schema", "dist/pet.d.ts", "const Pet", "const NewPet"],
  ] as const)("differs after a change of %s", (_, path, from, to) => {
    const changed = { ...small, [path]: small[path].replace(from, to) };
    expect(reportOf(changed)).not.toBe(reportOf(small));
  });

  it("does not differ after a change of a comment or of what is not exported", () => {
    const changed = {
      ...small,
      "dist/client/options.d.ts": small["dist/client/options.d.ts"].replace("Whose.", "The owner's."),
      "dist/pet.d.ts": small["dist/pet.d.ts"].replace("Hidden = 1", "Hidden = 2"),
    };
    expect(reportOf(changed)).toBe(reportOf(small));
  });

  it("follows an export of what a file imports, under another name", () => {
    const index = 'import { create } from "./create.js";\nexport { create as make };\n';
    const report = reportOf({ ...small, "dist/client/index.d.ts": index });
    expect(report).toContain("// create as make\nconst create: (given: Given) => void;");
  });

  it.each([
    ["declaration", "dist/pet.d.ts", "export declare enum Pet { A }", "does not know a TSEnumDeclaration"],
    ["type", "dist/client/create.d.ts", 'export declare const create: import("zod").ZodType;', "create in dist/client"],
  ])("refuses a %s that it would leave out", (_, path, text, message) => {
    expect(() => reportOf({ ...small, [path]: text })).toThrow(message);
  });
});

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { inlineComponents } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const require = createRequire(import.meta.url);
const input = require.resolve("@petstore/contract/openapi.json");
const execute = promisify(execFile);
const generator = fileURLToPath(new URL("../scripts/generate-zod.mjs", import.meta.url));
const compiler = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));

type Media = { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> };
type Content = { readonly content?: Readonly<Record<string, Media>> };
type Operation = { operationId: string; requestBody?: Content; responses: Readonly<Record<string, Content>> };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { examples?: unknown[] }> };
};
type Parsers = Readonly<Record<string, { readonly safeParse: (value: unknown) => { readonly error?: Error } }>>;

const document = inlineComponents(JSON.parse(await readFile(input, "utf8")) as Document);
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));

/** Returns the examples that a generated schema refuses, and the number of those that it was given. */
const judge = (parsers: Parsers, examples: readonly (readonly [name: string, value: unknown])[]) => {
  const judged = examples.filter(([name]) => parsers[name] !== undefined);
  const refused = judged.flatMap(([name, value]) => {
    const { error } = parsers[name]?.safeParse(value) ?? {};
    return error === undefined ? [] : [`${name}: ${error.message}`];
  });
  return { count: judged.length, refused };
};

const examplesOf = ({ content = {} }: Content) =>
  Object.values(content["application/json"]?.examples ?? {}).map(({ value }) => value);

describe("the output of a generator's zod plugin", () => {
  let folder: string;
  let heyApi: Parsers;
  let orval: Parsers;

  beforeAll(async () => {
    // Inside the package, so that the output finds zod.
    const parent = fileURLToPath(new URL("../node_modules/.cache", import.meta.url));
    await mkdir(parent, { recursive: true });
    folder = await mkdtemp(join(parent, "zod-plugins-"));
    await execute(process.execPath, [generator, folder]);
    const compilerOptions = {
      target: "es2022",
      module: "nodenext",
      strict: true,
      skipLibCheck: true,
      types: [],
      lib: ["es2022", "dom"],
      outDir: "out",
    };
    const files = ["orval.ts", "hey-api/zod.gen.ts"];
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    await execute(process.execPath, [compiler, "-p", folder]);
    const load = (file: string) => import(pathToFileURL(join(folder, "out", file)).href) as Promise<Parsers>;
    [heyApi, orval] = await Promise.all([load("hey-api/zod.gen.js"), load("orval.js")]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("compiles, and accepts the example of each schema: hey-api", () => {
    const examples = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      (schema.examples ?? []).map((value) => [`z${name}`, value] as const),
    );
    const { count, refused } = judge(heyApi, examples);
    expect([count > 80, refused]).toEqual([true, []]);
  });

  it("compiles, and accepts the examples of each request and response: orval", () => {
    const examples = operations.flatMap(({ operationId, requestBody = {}, responses }) => [
      ...examplesOf(requestBody).map((value) => [`${operationId}Body`, value] as const),
      ...examplesOf(responses["200"] ?? {}).map((value) => [`${operationId}Response`, value] as const),
    ]);
    const { count, refused } = judge(orval, examples);
    expect([count > 80, refused]).toEqual([true, []]);
  });
});

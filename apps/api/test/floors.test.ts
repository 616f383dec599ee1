import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTemporaryFolder } from "./support/temporary-folder.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const oxlint = join(dirname(createRequire(join(root, "package.json")).resolve("oxlint/package.json")), "bin/oxlint");
const ruleName = "petstore/floors";

type Options = { readonly folder: string; readonly floors: readonly (readonly string[])[] };
type Override = {
  readonly jsPlugins?: readonly string[];
  readonly rules: { readonly [ruleName]?: readonly [severity: string, options: Options] };
};

/** Reads the rule from the configuration of the workspace. */
const readRule = async () => {
  const text = await readFile(join(root, ".oxlintrc.json"), "utf8");
  const { overrides } = JSON.parse(text) as { readonly overrides: readonly Override[] };
  const { jsPlugins = [], rules } = overrides.find(({ rules: of }) => of[ruleName]?.[1].folder === "apps/api/src") ?? {
    rules: {},
  };
  const [, options] = rules[ruleName] ?? [];
  if (options === undefined) throw new Error(".oxlintrc.json has no floors.");
  return { options, config: JSON.stringify({ jsPlugins: jsPlugins.map((path) => join(root, path)), rules }) };
};

let folder: string;
let rule: Awaited<ReturnType<typeof readRule>>;
beforeAll(async () => {
  [folder, rule] = await Promise.all([makeTemporaryFolder(), readRule()]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** @param files - The text of files by path in `apps/api/src`. @returns What the rule reports, as `file: message`. */
const lint = async (name: string, files: Readonly<Record<string, string>>, config = rule.config): Promise<string[]> => {
  const workspace = join(folder, name);
  for (const [path, text] of Object.entries({ ...files, ".oxlintrc.json": config })) {
    const file = join(workspace, path.startsWith(".") ? path : join("apps/api/src", path));
    // eslint-disable-next-line no-await-in-loop -- a handful
    await mkdir(dirname(file), { recursive: true }).then(() => writeFile(file, text));
  }
  const args = [oxlint, "-A", "all", "-D", ruleName, "--format=json"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: workspace }).catch(
    (error: { readonly stdout: string }) => error,
  );
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: readonly { readonly filename: string; readonly message: string }[];
  };
  return diagnostics.map(({ filename, message }) => `${relative("apps/api/src", filename)}: ${message}`).toSorted();
};

describe("the floors of apps/api/src", () => {
  it("let a file import its own folder and lower floors", async () => {
    const text = `import { a } from "./a.js"; import type { B } from "../operation/b.js"; export { c } from "../errors.js";`;
    expect(await lint("down", { "pets/list.ts": text, "pets/a.ts": `import "./store/rows.js";` })).toEqual([]);
  });

  it("refuse imports of a higher floor in every form, even of types", async () => {
    const files = {
      "operation/import.ts": `import { a } from "../pets/a.js";`,
      "operation/import-of-a-type.ts": `import type { A } from "../pets/a.js";`,
      "operation/type-in-an-import.ts": `import { type A } from "../pets/a.js";`,
      "operation/import-type.ts": `export type A = import("../pets/a.js").A;`,
      "operation/import-at-run-time.ts": `export const a = () => import("../pets/a.js");`,
      "operation/export.ts": `export { a } from "../pets/a.js";`,
      "operation/export-of-all.ts": `export * from "../pets/a.js";`,
    };
    const expected = Object.keys(files).map(
      (file) => `${file}: operation may not import pets: it is on no lower floor`,
    );
    expect(await lint("up", files)).toEqual(expected.toSorted());
  });

  it("refuse an import of another room on the same floor, and therefore every cycle", async () => {
    const files = {
      "pets/a.ts": `import type { O } from "../orders/o.js";`,
      "orders/o.ts": `import { a } from "../pets/a.js";`,
    };
    expect(await lint("circle", files)).toEqual([
      "orders/o.ts: orders may not import pets: it is on no lower floor",
      "pets/a.ts: pets may not import orders: it is on no lower floor",
    ]);
  });

  it("let every feature import the pet table, which imports no feature", async () => {
    const files = {
      "orders/o.ts": `import "../pets/store/rows.js";`,
      "pets/store/rows.ts": `import "../list-pets.js";`,
    };
    expect(await lint("store", files)).toEqual([
      "pets/store/rows.ts: pets/store may not import pets: it is on no lower floor",
    ]);
  });

  it("refuse imports between rooms that are apart, even if the floors allow them", async () => {
    const text = `import "../pets/a.js"; import "../gate/b.js";`;
    expect(await lint("apart", { "http/a.ts": text })).toEqual(["http/a.ts: http may not import pets: they are apart"]);
  });

  it("refuse a folder that is on no floor", async () => {
    expect(await lint("new", { "pets/a.ts": `import "../helpers/b.js";` })).toEqual([
      "pets/a.ts: helpers is on no floor: add it to the list",
    ]);
  });

  it("put a folder without an entry on the floor of *, where other rooms may not import it", async () => {
    const files = {
      "pets/a.ts": `import "../helpers/b.js";`,
      "gate/a.ts": `import "../unlisted/b.js";`,
      "unlisted/a.ts": `import "../operation/b.js"; import "../pets/b.js";`,
    };
    const config = rule.config
      .replace('"pets","categories"', '"*","categories"')
      .replace('["operation"]', '["operation","pets"]');
    expect(await lint("star", files, config)).toEqual([
      "gate/a.ts: gate may not import unlisted: it is on no lower floor",
      "pets/a.ts: pets may not import helpers: it is on no lower floor",
    ]);
  });

  it("are at most eight, of at most 30 rooms, all of which exist", async () => {
    const { folder: source, floors } = rule.options;
    expect(floors.length).toBeLessThanOrEqual(8);
    const rooms = floors.flat().filter((room) => room !== "generated");
    expect(rooms.length).toBeLessThanOrEqual(30);
    const loose = (await readdir(join(root, source))).filter((name) => name !== "generated");
    expect(loose.toSorted()).toEqual(rooms.filter((room) => room !== "pets/store").toSorted());
  });

  it("are drawn in ARCHITECTURE.md as the linter lists them (if not, run the script)", async () => {
    const script = join(root, "apps/api/scripts/draw-floors.mjs");
    await expect(promisify(execFile)(process.execPath, [script, "--check"])).resolves.toBeDefined();
  });
});

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSmallService } from "./support/small-service.js";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const contract = fileURLToPath(new URL("..", import.meta.url));
const root = join(contract, "..", "..");
const compiler = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");

type Packed = { readonly tarball: string; readonly unpackedSize: number; readonly files: { readonly path: string }[] };
type Module = { readonly packPackage: (options: { folder: string; into: string; repository: object }) => Packed };
const { packPackage } = (await import(new URL("../scripts/pack-package.mjs", import.meta.url).href)) as Module;

const repository = { type: "git", url: "git+https://git.example/shop/pets.git", directory: "packages/contract" };
let folder: string;
let packed: Packed;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "contract-package-"));
  await mkdir(join(folder, "packed"));
  packed = packPackage({ folder: contract, into: join(folder, "packed"), repository });
});
afterAll(() => rm(folder, { recursive: true }));

describe("the packed package", () => {
  const readManifest = async () =>
    JSON.parse(await readFile(join(folder, "packed", "package", "package.json"), "utf8")) as object;

  it("has the built code, its declarations, the documents and what a reader needs, and nothing else", () => {
    const paths = packed.files.map(({ path }) => path);
    const others = paths.filter((path) => !/^dist\/[\w/-]+\.(?:js|d\.ts)$/.test(path));
    expect(others.toSorted()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "openapi.auth.json",
      "openapi.json",
      "openapi.stable.json",
      "package.json",
    ]);
    expect(paths.filter((path) => /generate\/|^dist\/openapi|test|\.map$/.test(path))).toEqual([]);
  });

  it("names no source map, tool or script that is not in it", async () => {
    const staged = join(folder, "packed", "package");
    const texts = await Promise.all(packed.files.map(({ path }) => readFile(join(staged, path), "utf8")));
    expect(packed.files.filter((_, at) => texts[at]?.includes("sourceMappingURL"))).toEqual([]);
    const manifest = await readManifest();
    const left = ["dependencies", "devDependencies", "scripts"].filter((field) => field in manifest);
    expect(left).toEqual([]);
  });

  it("names the repository that publishes it, which provenance requires", async () => {
    expect(await readManifest()).toMatchObject({ repository });
    expect(require("../package.json")).not.toHaveProperty("repository");
  });

  it("has the license of the repository", async () => {
    const texts = await Promise.all([contract, root].map((base) => readFile(join(base, "LICENSE"), "utf8")));
    expect(texts[0]).toBe(texts[1]);
  });

  it("has the version of its documents (else set info.version), and an entry for it in the changelog", async () => {
    const { version } = require("../package.json") as { version: string };
    for (const name of ["openapi.json", "openapi.stable.json", "openapi.auth.json"]) {
      const { info } = require(`../${name}`) as { info: { version: string } };
      expect({ name, version: info.version }).toEqual({ name, version });
    }
    expect(await readFile(join(contract, "CHANGELOG.md"), "utf8")).toContain(`\n## ${version}\n`);
  });

  it("passes publint without a remark", async () => {
    const { messages, pkg } = await publint({ pkgDir: join(folder, "packed", "package"), pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it("has types that ES modules and bundlers resolve, by Are the Types Wrong", async () => {
    const analysis = await checkPackage(createPackageFromTarballData(await readFile(packed.tarball)));
    // The package has ES modules only: the profile esm-only leaves these two out.
    const left = (analysis.types === false ? [] : analysis.problems).filter(
      (problem) => !("resolutionKind" in problem && ["node10", "node16-cjs"].includes(problem.resolutionKind)),
    );
    expect([analysis.types, left]).toEqual([{ kind: "included" }, []]);
  });
});

const program = `
import { createClient, NotFoundError, type Pet } from "@petstore/contract/client";

export const use = async (baseUrl: string): Promise<unknown> => {
  const client = createClient({ baseUrl, apiKey: "pets_test_1", timeoutMs: 5_000 });
  const made = await client.pets.createPet({ body: { name: "Luna", categoryId: 1 } });
  if (made.status !== 201) throw new Error(made.body.message);
  const pet: Pet = made.body;
  // @ts-expect-error A categoryId is a number.
  const wrong = () => client.pets.createPet({ body: { name: "Luna", categoryId: "1" } });
  const error = await client.orThrow.pets.deletePet({ params: { petId: pet.id } }).catch((one: unknown) => one);
  return [typeof wrong, pet.name, pet.status, made.etag, error instanceof NotFoundError && error.requestId];
};
`;
const used = ["function", "Luna", "available", '"1"', "r-1"];
const withoutTypes = program
  .replace(", type Pet", "")
  .replace(": string): Promise<unknown>", ")")
  .replace(": Pet", "")
  .replace("(one: unknown)", "(one)");

/** The pnpm that runs these tests, a program or a script of Node's; without one npx finds it. */
const pnpm = (): readonly string[] => {
  const { npm_execpath: runner = "" } = process.env;
  const { packageManager } = require("../../../package.json") as { packageManager: string };
  if (!runner.includes("pnpm")) return ["npx", "--yes", packageManager];
  return /\.[cm]?js$/.test(runner) ? [process.execPath, runner] : [runner];
};

const makeProject = async (name: string, files: Readonly<Record<string, string>>): Promise<string> => {
  const project = join(folder, name);
  await mkdir(project);
  const manifest = JSON.stringify({ name, private: true, type: "module" });
  for (const [path, text] of Object.entries({ "package.json": manifest, ...files })) {
    await writeFile(join(project, path), text);
  }
  return project;
};

/** Links a package of the workspace, so that nothing is fetched. */
const link = async (project: string, name: string, from = contract) => {
  const target = join(project, "node_modules", name);
  await mkdir(dirname(target), { recursive: true });
  await symlink(join(from, "node_modules", name), target);
};

const strict = { strict: true, skipLibCheck: false, target: "es2022", outDir: "out", rootDir: "." };
const browserLike = { ...strict, lib: ["es2022", "dom"], types: [] };
const configurations = {
  node16: { ...browserLike, module: "node16" },
  nodenext: { ...browserLike, module: "nodenext" },
  bundler: { ...browserLike, module: "esnext", moduleResolution: "bundler" },
  "nodenext with the types of Node and without those of a browser": {
    ...strict,
    lib: ["es2022"],
    module: "nodenext",
    types: ["node"],
  },
} as const;

describe("in an empty project", () => {
  let service: Awaited<ReturnType<typeof startSmallService>>;
  let npmProject: string;

  beforeAll(async () => {
    service = await startSmallService();
    npmProject = await makeProject("with-npm", {
      "use.mjs": withoutTypes,
      "use.ts": program,
      "use.cjs": `const { createClient } = require("@petstore/contract/client");
        const client = createClient({ baseUrl: process.argv[2], apiKey: "pets_test_1" });
        client.orThrow.pets.createPet({ body: { name: "Luna", categoryId: 1 } }).then((pet) => console.log(pet.name));`,
      "use-require.cts": `import contract = require("@petstore/contract/client");
        export const client: contract.Client = contract.createClient({ baseUrl: "", apiKey: "" });`,
      "main.mjs":
        "const { use } = await import(process.argv[2]); console.log(JSON.stringify(await use(process.argv[3])));",
    });
    const options = ["--offline", "--no-audit", "--no-fund", "--loglevel=error"];
    await run("npm", ["install", ...options, packed.tarball], { cwd: npmProject });
  });
  afterAll(() => service.close());

  const useIn = async (project: string, module: string) => {
    const { stdout, stderr } = await run(process.execPath, ["main.mjs", module, service.baseUrl], { cwd: project });
    expect(stderr).toBe("");
    return JSON.parse(stdout) as unknown;
  };

  const compile = async (project: string, compilerOptions: object, files: readonly string[]) => {
    await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const printed = (error: unknown) => error as { stdout: string };
    const { stdout } = await run(process.execPath, [compiler, "-p", project]).catch(printed);
    expect(stdout).toBe("");
  };

  it("installs with npm, without a dependency, and the client runs", async () => {
    const installed = (await readdir(join(npmProject, "node_modules"))).filter((name) => !name.startsWith("."));
    expect(installed).toEqual(["@petstore"]);
    expect(await useIn(npmProject, "./use.mjs")).toEqual(used);
  });

  it("installs with pnpm, without a dependency, and the client runs", async () => {
    const main = await readFile(join(npmProject, "main.mjs"), "utf8");
    const project = await makeProject("with-pnpm", { "use.mjs": withoutTypes, "main.mjs": main });
    const [command = "", ...first] = pnpm();
    const options = ["--offline", "--store-dir", join(folder, "pnpm-store")];
    await run(command, [...first, "add", ...options, packed.tarball], { cwd: project });
    expect((await readdir(join(project, "node_modules", ".pnpm"))).filter((name) => name.includes("@"))).toHaveLength(
      1,
    );
    expect(await useIn(project, "./use.mjs")).toEqual(used);
  });

  it.each(Object.entries(configurations))("compiles in strict mode with %s, and runs", async (name, options) => {
    if (name.includes("Node")) await link(npmProject, "@types/node");
    await compile(npmProject, options, ["use.ts"]);
    expect(await useIn(npmProject, "./out/use.js")).toEqual(used);
  });

  it("compiles a CommonJS module that requires the client", async () => {
    await compile(npmProject, configurations.nodenext, ["use-require.cts"]);
  });

  const canRequire = "require_module" in process.features;
  it.runIf(canRequire)("runs in CommonJS by require()", async () => {
    const { stdout, stderr } = await run(process.execPath, ["use.cjs", service.baseUrl], { cwd: npmProject });
    expect({ stdout, stderr }).toEqual({ stdout: "Luna\n", stderr: "" });
  });

  it("has schemas that need zod alone, and routes that need @ts-rest/core too", async () => {
    const schemas = `import { NewPet } from "@petstore/contract/schemas";
      export const use = async (): Promise<unknown> => [NewPet.safeParse({ name: "", categoryId: 1 }).success];`;
    const routes = `import { contract, type Pet } from "@petstore/contract";
      import { authContract } from "@petstore/contract/auth";
      import { validateResponse } from "@petstore/contract/validation";
      export const pet: Pet = { id: 1, name: "Luna", categoryId: 1, status: "sold" };
      export const use = async (): Promise<unknown> =>
        [contract.pets.createPet.path, authContract.signIn.signIn.path, validateResponse("createPet", 201, pet)];`;
    await writeFile(join(npmProject, "schemas.ts"), schemas);
    await writeFile(join(npmProject, "routes.ts"), routes);
    await link(npmProject, "zod");
    await compile(npmProject, configurations.nodenext, ["schemas.ts"]);
    expect(await useIn(npmProject, "./out/schemas.js")).toEqual([false]);
    await link(npmProject, "@ts-rest/core");
    // The declarations of ts-rest's release candidate do not compile with zod 4.
    await compile(npmProject, { ...configurations.bundler, skipLibCheck: true }, ["routes.ts"]);
    const pet = { id: 1, name: "Luna", categoryId: 1, status: "sold" };
    expect(await useIn(npmProject, "./out/routes.js")).toEqual(["/pets", "/sign-in/email", pet]);
  });

  it("has the documents", () => {
    const requireHere = createRequire(join(npmProject, "use.cjs"));
    expect(requireHere("@petstore/contract/openapi.json")).toEqual(require("../openapi.json"));
  });
});

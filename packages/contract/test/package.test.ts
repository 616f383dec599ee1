import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  commonJs,
  compile,
  configurations,
  folderOf,
  link,
  makeProject,
  pnpm,
  program,
  typedCommonJs,
  used,
  withoutTypes,
} from "./support/empty-project.js";
import { petOf } from "./support/pets.js";
import { startSmallService } from "./support/small-service.js";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const contract = fileURLToPath(new URL("..", import.meta.url));
const root = join(contract, "..", "..");

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

  it("has the built code, declarations, documents, README, licence and changelog, and nothing else", () => {
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
    expect(paths.filter((path) => /generate\/|^dist\/openapi|\.test\.|\.map$/.test(path))).toEqual([]);
  });

  // The compiler writes out types that have no name. Such types once took half of the package.
  it("takes at most 3 MB when it is unpacked", () => {
    expect(packed.unpackedSize).toBeLessThanOrEqual(3_000_000);
  });

  it("names no source map, tool or script that is not in it", async () => {
    const staged = join(folder, "packed", "package");
    const texts = await Promise.all(packed.files.map(({ path }) => readFile(join(staged, path), "utf8")));
    expect(packed.files.filter((_, at) => texts[at]?.includes("sourceMappingURL"))).toEqual([]);
    const manifest = await readManifest();
    const left = ["dependencies", "devDependencies", "publishConfig", "scripts"].filter((field) => field in manifest);
    expect(left).toEqual([]);
  });

  it("has no link in its README or changelog to a file that is not in it", async () => {
    const paths = packed.files.map(({ path }) => path);
    const texts = ["README.md", "CHANGELOG.md"].map((path) =>
      readFile(join(folder, "packed", "package", path), "utf8"),
    );
    const links = (await Promise.all(texts)).flatMap((text) => [...text.matchAll(/\]\(([^)#]+)/g)].map(([, to]) => to));
    expect(links).not.toEqual([]);
    expect(links.filter((to = "") => !/^https?:/.test(to) && !paths.includes(to))).toEqual([]);
  });

  it("equals the package that a plain `pnpm pack` makes", async () => {
    const into = join(folder, "with-pnpm-pack");
    const [command = "", ...first] = pnpm();
    // A CI job sets these variables, and the manifest then names its repository.
    const { GITHUB_SERVER_URL: _server, GITHUB_REPOSITORY: _repository, ...env } = process.env;
    await run(command, [...first, "pack", "--pack-destination", into], { cwd: contract, env });
    const [tarball = ""] = await readdir(into);
    await run("tar", ["-xzf", tarball], { cwd: into });
    const read = async (base: string, path: string) => {
      const text = await readFile(join(base, "package", path), "utf8");
      return path === "package.json" ? { ...(JSON.parse(text) as object), repository } : text;
    };
    const found = await readdir(join(into, "package"), { recursive: true, withFileTypes: true });
    expect(found.filter((entry) => entry.isFile())).toHaveLength(packed.files.length);
    for (const { path } of packed.files) {
      expect([path, await read(into, path)]).toEqual([path, await read(join(folder, "packed"), path)]);
    }
  });

  it("imports zod as a namespace, so that esbuild bundles only what is used", async () => {
    const staged = join(folder, "packed", "package");
    const scripts = packed.files.map(({ path }) => path).filter((path) => path.endsWith(".js"));
    const texts = await Promise.all(scripts.map((path) => readFile(join(staged, path), "utf8")));
    const imports = texts.flatMap((text) => text.match(/^(?:import|export) .* from "zod";$/gm) ?? []);
    expect(new Set(imports)).toEqual(new Set(['import * as z from "zod";']));
  });

  it("names the repository that publishes it, which provenance requires", async () => {
    expect(await readManifest()).toMatchObject({ repository });
    expect(require("../package.json")).not.toHaveProperty("repository");
  });

  it("has the license of the repository", async () => {
    const texts = await Promise.all([contract, root].map((base) => readFile(join(base, "LICENSE"), "utf8")));
    expect(texts[0]).toBe(texts[1]);
  });

  it("imports no file that is not in it", async () => {
    const paths = new Set(packed.files.map(({ path }) => path));
    const code = [...paths].filter((path) => /\.(?:js|d\.ts)$/.test(path));
    const missing = await Promise.all(
      code.map(async (path) => {
        const text = await readFile(join(folder, "packed", "package", path), "utf8");
        const targets = [...text.matchAll(/(?:from|import\() ?"(\.[^"]+)\.js"/g)].map(([, to = ""]) =>
          join(path, "..", to),
        );
        const extension = path.endsWith(".d.ts") ? ".d.ts" : ".js";
        return targets.filter((to) => !paths.has(to + extension)).map((to) => `${path}: ${to}`);
      }),
    );
    expect(missing.flat()).toEqual([]);
  });

  it("passes publint without a finding", async () => {
    const { messages, pkg } = await publint({ pkgDir: join(folder, "packed", "package"), pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it("has types that ES modules and bundlers resolve, by Are the Types Wrong", async () => {
    const analysis = await checkPackage(createPackageFromTarballData(await readFile(packed.tarball)));
    // The package contains only ES modules, and the profile esm-only does not report these two problems.
    const left = (analysis.types === false ? [] : analysis.problems).filter(
      (problem) => !("resolutionKind" in problem && ["node10", "node16-cjs"].includes(problem.resolutionKind)),
    );
    expect([analysis.types, left]).toEqual([{ kind: "included" }, []]);
  });
});

describe("in an empty project", () => {
  let service: Awaited<ReturnType<typeof startSmallService>>;
  let npmProject: string;
  let installed: string[];

  beforeAll(async () => {
    service = await startSmallService();
    npmProject = await makeProject(join(folder, "with-npm"), {
      "use.mjs": withoutTypes,
      "use.ts": program,
      "use.cjs": commonJs,
      "use-require.cts": typedCommonJs,
    });
    const options = ["--offline", "--no-audit", "--no-fund", "--loglevel=error"];
    await run("npm", ["install", ...options, packed.tarball, folderOf("zod")], { cwd: npmProject });
    // Another test adds the types of Node.js.
    installed = (await readdir(join(npmProject, "node_modules"))).filter((name) => !name.startsWith("."));
  });
  afterAll(() => service.close());

  const useIn = async (project: string, module: string) => {
    const { stdout, stderr } = await run(process.execPath, ["main.mjs", module, service.baseUrl], { cwd: project });
    expect(stderr).toBe("");
    return JSON.parse(stdout) as unknown;
  };

  it("installs with npm and with zod as the only dependency, and the client runs", async () => {
    expect(installed).toEqual(["@petstore", "zod"]);
    expect(await useIn(npmProject, "./use.mjs")).toEqual(used);
  });

  it("installs with pnpm and with zod as the only dependency, and the client runs", async () => {
    const project = await makeProject(join(folder, "with-pnpm"), { "use.mjs": withoutTypes });
    const [command = "", ...first] = pnpm();
    const options = ["--offline", "--store-dir", join(folder, "pnpm-store")];
    await run(command, [...first, "add", ...options, packed.tarball, `link:${folderOf("zod")}`], { cwd: project });
    expect((await readdir(join(project, "node_modules", ".pnpm"))).filter((name) => name.includes("@"))).toHaveLength(
      1,
    );
    expect(await useIn(project, "./use.mjs")).toEqual(used);
  });

  it.each(Object.entries(configurations))("compiles in strict mode with %s, and runs", async (name, options) => {
    if (name.includes("Node")) await link(npmProject, "@types/node");
    // This is the only configuration in which a CommonJS module may require an ES module.
    const files = name === "nodenext" ? ["use.ts", "use-require.cts"] : ["use.ts"];
    expect(await compile(npmProject, options, files)).toBe("");
    expect(await useIn(npmProject, "./out/use.js")).toEqual(used);
  });

  // A compiler counts the same on every machine; its time and memory vary.
  it("costs a compiler no more at its root than at /client, as it loads no zod schema", async () => {
    const options = { ...configurations.nodenext, extendedDiagnostics: true };
    const costs = [];
    for (const entry of ["@petstore/contract", "@petstore/contract/client"]) {
      const source = `import { createClient } from "${entry}";\nexport const client = createClient({ baseUrl: "", apiKey: "" });\n`;
      await writeFile(join(npmProject, "cost.ts"), source);
      const printed = await compile(npmProject, options, ["cost.ts"]);
      costs.push(Number(/^Instantiations: +(\d+)$/m.exec(printed)?.[1]));
    }
    expect(costs[0]).toBe(costs[1]);
    // The client takes 29,000, and the schemas 250,000.
    expect(costs[0]).toBeLessThan(40_000);
  });

  const canRequire = "require_module" in process.features;
  it.runIf(canRequire)("runs in CommonJS by require()", async () => {
    const { stdout, stderr } = await run(process.execPath, ["use.cjs", service.baseUrl], { cwd: npmProject });
    expect({ stdout, stderr }).toEqual({ stdout: "Luna\n", stderr: "" });
  });

  it("requires zod from npm, but nothing that only users of ts-rest need", async () => {
    const { peerDependencies, peerDependenciesMeta } = JSON.parse(
      await readFile(join(npmProject, "node_modules", "@petstore", "contract", "package.json"), "utf8"),
    ) as { peerDependencies: object; peerDependenciesMeta: object };
    expect(Object.keys(peerDependencies).toSorted()).toEqual(["@ts-rest/core", "zod"]);
    expect(peerDependenciesMeta).toEqual({ "@ts-rest/core": { optional: true } });
  });

  it("has schemas with the names of the client's types, and needs no ts-rest for them", async () => {
    const both = `import { type Client, createClient, type Pet } from "@petstore/contract";
      import * as client from "@petstore/contract/client";
      import { NewPet, Pet as PetSchema } from "@petstore/contract/schemas";
      const add = (one: Client): Promise<Pet> => one.orThrow.pets.createPet({ body: { name: "Luna", categoryId: 1 } });
      export const use = async (baseUrl: string): Promise<unknown> => {
        const pet: Pet = PetSchema.parse(await add(createClient({ baseUrl, apiKey: "pets_test_1" })));
        const isSame = client.createClient === createClient;
        return [isSame, pet.name, NewPet.safeParse({ name: "", categoryId: 1 }).success];
      };`;
    await writeFile(join(npmProject, "both.ts"), both);
    for (const options of [configurations.nodenext, configurations.bundler]) {
      expect(await compile(npmProject, options, ["both.ts"])).toBe("");
    }
    expect(await useIn(npmProject, "./out/both.js")).toEqual([true, "Luna", false]);
  });

  it("has routes that also need @ts-rest/core, and causes no type error itself", async () => {
    const luna = petOf({ name: "Luna" });
    const routes = `import { contract, type Pet } from "@petstore/contract/routes";
      import { authContract } from "@petstore/contract/auth";
      import { validateResponse } from "@petstore/contract/validation";
      export const pet: Pet = ${JSON.stringify(luna)};
      export const use = async (): Promise<unknown> =>
        [contract.pets.createPet.path, authContract.signIn.signIn.path, validateResponse("createPet", 201, pet)];`;
    await writeFile(join(npmProject, "routes.ts"), routes);
    await link(npmProject, "@ts-rest/core");
    // The declarations of ts-rest's release candidate do not compile with zod 4, but the declarations of this package
    // do.
    const errors = (await compile(npmProject, configurations.bundler, ["routes.ts"])).split("\n");
    expect(errors.filter((line) => /error TS/.test(line) && !/@ts-rest[/+]core/.test(line))).toEqual([]);
    expect(await compile(npmProject, { ...configurations.bundler, skipLibCheck: true }, ["routes.ts"])).toBe("");
    expect(await useIn(npmProject, "./out/routes.js")).toEqual(["/pets", "/sign-in/email", luna]);
  });

  it("has the documents", () => {
    const requireHere = createRequire(join(npmProject, "use.cjs"));
    expect(requireHere("@petstore/contract/openapi.json")).toEqual(require("../openapi.json"));
  });
});

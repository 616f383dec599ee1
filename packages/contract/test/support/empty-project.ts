import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const contract = fileURLToPath(new URL("../..", import.meta.url));
const compiler = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");

/** A program that uses the client. */
export const program = `
import { createClient, NotFoundError, type Pet } from "@petstore/contract";

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
/** The values that the program prints. */
export const used = ["function", "Luna", "available", '"1"', "r-1"];
/** The same program in JavaScript. */
export const withoutTypes = program
  .replace(", type Pet", "")
  .replace(": string): Promise<unknown>", ")")
  .replace(": Pet", "")
  .replace("(one: unknown)", "(one)");

export const commonJs = `
const { createClient } = require("@petstore/contract");
const client = createClient({ baseUrl: process.argv[2], apiKey: "pets_test_1" });
client.orThrow.pets.createPet({ body: { name: "Luna", categoryId: 1 } }).then((pet) => console.log(pet.name));
`;

export const typedCommonJs = `
import contract = require("@petstore/contract");
export const client: contract.Client = contract.createClient({ baseUrl: "", apiKey: "" });
`;

/** Imports a module, calls its `use` function, and prints the result. */
const main = `
const { use } = await import(process.argv[2]);
console.log(JSON.stringify(await use(process.argv[3])));
`;

/**
 * The command of the pnpm that runs these tests, which is a program or a script for Node. If no pnpm runs them, npx
 * finds one.
 */
export const pnpm = (): readonly string[] => {
  const { npm_execpath: runner = "" } = process.env;
  const { packageManager } = require("../../../../package.json") as { packageManager: string };
  if (!runner.includes("pnpm")) return ["npx", "--yes", packageManager];
  return /\.[cm]?js$/.test(runner) ? [process.execPath, runner] : [runner];
};

/** Makes an npm package with these files and nothing else. */
export const makeProject = async (project: string, files: Readonly<Record<string, string>>): Promise<string> => {
  await mkdir(project);
  const manifest = JSON.stringify({ name: "empty", private: true, type: "module" });
  for (const [path, text] of Object.entries({ "package.json": manifest, "main.mjs": main, ...files })) {
    await writeFile(join(project, path), text);
  }
  return project;
};

/** The folder of a package that the contract depends on. */
export const folderOf = (name: string): string => realpathSync(join(contract, "node_modules", name));

/** Links a package of the workspace, so that nothing is fetched. */
export const link = async (project: string, name: string): Promise<void> => {
  const target = join(project, "node_modules", name);
  await mkdir(dirname(target), { recursive: true });
  await symlink(join(contract, "node_modules", name), target);
};

/** @returns The output of the compiler, which is empty if there is no error. */
export const compile = async (project: string, compilerOptions: object, files: readonly string[]): Promise<string> => {
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const { stdout } = await run(process.execPath, [compiler, "-p", project]).catch(
    (error: unknown) => error as { stdout: string },
  );
  return stdout;
};

const strict = { strict: true, skipLibCheck: false, target: "es2022", outDir: "out", rootDir: "." };
const browserLike = { ...strict, lib: ["es2022", "dom"], types: [] };
export const configurations = {
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

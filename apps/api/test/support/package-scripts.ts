import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../..", import.meta.url));

type Manifest = { readonly name: string; readonly scripts?: Readonly<Record<string, string>> };

const folders = ["apps", "packages"].flatMap((parent) =>
  readdirSync(join(root, parent)).map((name) => join(parent, name)),
);
const manifests = [".", ...folders].map(
  (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest,
);

const rootPackage = "petstore";
/** The commands that pnpm and npm have without a script. */
const builtIn = new Set(["deploy", "exec", "install", "pack"]);

const scriptsOf = (filter: string) =>
  manifests.find(({ name }) => name === (filter === "" ? rootPackage : filter))?.scripts;

/** @param filter - The name of the package, or an empty text for the root of the workspace. */
export const findScript = (filter: string, name: string): string | undefined => {
  const scripts = scriptsOf(filter);
  return scripts?.[name] ?? (scripts !== undefined && builtIn.has(name) ? "" : undefined);
};

/** Tells whether `npx` finds the program in a package of the workspace. */
export const isInstalled = (program: string): boolean =>
  [".", ...folders].some((folder) => existsSync(join(root, folder, "node_modules/.bin", program)));

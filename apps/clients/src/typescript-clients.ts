import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { TourProgram } from "./run-tours.js";

const require = createRequire(import.meta.url);
const contract = new URL("package.json", pathToFileURL(require.resolve("@petstore/contract/openapi.json")));
const readManifest = (file: URL): unknown => JSON.parse(readFileSync(file, "utf8"));
const { version: contractVersion } = readManifest(contract) as { version: string };
const manifest = readManifest(new URL("../package.json", import.meta.url)) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
const versions = { ...manifest.dependencies, ...manifest.devDependencies };

const named = (name: string) => `${name} ${versions[name]}`;

const programOf = (file: string): TourProgram => ({
  command: process.execPath,
  args: [fileURLToPath(new URL(`../dist/typescript/${file}.js`, import.meta.url))],
});

/** The clients that this package's `generate` script generates and compiles. They need only Node.js and npm. */
export const typescriptClients: readonly { readonly name: string; readonly program: TourProgram }[] = [
  { name: `@petstore/contract ${contractVersion}`, program: programOf("own-client") },
  { name: `${named("openapi-typescript")}, ${named("openapi-fetch")}`, program: programOf("openapi-fetch") },
  { name: named("@hey-api/openapi-ts"), program: programOf("hey-api") },
  { name: named("orval"), program: programOf("orval") },
];

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { TourProgram } from "./run-tours.js";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
const versions = { ...manifest.dependencies, ...manifest.devDependencies };

const named = (name: string) => `${name} ${versions[name]}`;

const programOf = (file: string): TourProgram => ({
  command: process.execPath,
  args: [fileURLToPath(new URL(`../dist/typescript/${file}.js`, import.meta.url))],
});

/** Generated and compiled by this package's `generate`: they need Node.js and npm alone. */
export const typescriptClients: readonly { readonly name: string; readonly program: TourProgram }[] = [
  { name: `${named("openapi-typescript")}, ${named("openapi-fetch")}`, program: programOf("openapi-fetch") },
  { name: named("@hey-api/openapi-ts"), program: programOf("hey-api") },
  { name: named("orval"), program: programOf("orval") },
];

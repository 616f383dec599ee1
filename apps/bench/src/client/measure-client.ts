import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type ClientUnderTest, tools } from "./clients.js";

export type InstalledSize = { readonly packages: number; readonly bytes: number };
export type CheckCost = { readonly instantiations: number; readonly memoryMb: number; readonly seconds: number };

const run = (folder: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`node ${args.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
};

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

export const measureInstalled = ({ folder }: ClientUnderTest): InstalledSize => {
  const lock = readFileSync(join(folder, "node_modules", ".package-lock.json"), "utf8");
  const { packages } = JSON.parse(lock) as { packages: object };
  return { packages: Object.keys(packages).length, bytes: bytesIn(join(folder, "node_modules")) };
};

/** @returns The bytes of the program and its client as one minified file, compressed with gzip. */
export const measureBundle = async ({ folder }: ClientUnderTest): Promise<number> => {
  const out = await mkdtemp(join(tmpdir(), "petstore-bundle-"));
  try {
    const file = join(out, "bundle.js");
    const rolldown = join(tools, "node_modules", "rolldown", "bin", "cli.mjs");
    run(folder, rolldown, "program.ts", "--file", file, "--format", "esm", "--minify", "--platform", "browser");
    return gzipSync(await readFile(file), { level: 9 }).length;
  } finally {
    await rm(out, { recursive: true });
  }
};

const options = ["--noEmit", "--strict", "--skipLibCheck", "false", "--target", "es2022", "--module", "nodenext"];

/** What checking the program costs, the declarations of its packages included. */
export const measureCheck = ({ folder, needsNodeTypes }: ClientUnderTest): CheckCost => {
  const tsc = join(tools, "node_modules", "typescript", "bin", "tsc");
  const types = ["--typeRoots", needsNodeTypes ? join(tools, "node_modules", "@types") : join(folder, "no-types")];
  const lib = ["--lib", "es2024,dom,dom.iterable,dom.asynciterable,esnext.disposable"];
  const printed = run(folder, tsc, "program.ts", ...options, ...lib, ...types, "--extendedDiagnostics");
  const lines = printed.split("\n").map((line) => line.split(":"));
  const read = (label: string) => Number.parseFloat(lines.find(([name]) => name === label)?.[1] ?? "");
  return {
    instantiations: read("Instantiations"),
    memoryMb: read("Memory used") / 1000,
    seconds: read("Total time"),
  };
};

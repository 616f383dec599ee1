import { execFile, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { CodeBlock } from "../../src/markdown.js";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..");
const typescript = createRequire(import.meta.url).resolve("typescript/package.json");
const tsc = join(dirname(typescript), "bin", "tsc");

export type Environment = { readonly API: string; readonly KEY: string };

/** A block of code that runs, and what the guide shows below it. */
export type Example = { readonly code: string; readonly shown: string | undefined };

/** @param result - The language of the blocks that show a result. */
export const examplesOf = (blocks: readonly CodeBlock[], language: string, result: string): Example[] =>
  blocks.flatMap(({ language: own, code }, at) => {
    if (own !== language) return [];
    const next = blocks[at + 1];
    return [{ code, shown: next?.language === result ? next.code : undefined }];
  });

const SEPARATOR = "---- next block ----";

/** Runs the shell blocks of a guide in one shell: a later one uses the variables of those before. @returns The outputs */
export const runShell = async (examples: readonly Example[], env: Environment): Promise<string[]> => {
  const script = examples.map(({ code }) => `${code}\necho\necho '${SEPARATOR}'`).join("\n");
  // The folder of `photo.png`.
  const cwd = join(root, "..", "..", "docs", "http");
  const options = { cwd, env: { PATH: process.env["PATH"], ...env } };
  const { stdout } = await run("sh", ["-euc", script], options);
  return stdout.split(`${SEPARATOR}\n`).slice(0, examples.length);
};

export const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** The TypeScript blocks of a guide are one module. Each prints the separator at its end. */
export const moduleOf = (examples: readonly Example[]): string => {
  const separated = examples.map(({ code }) => `${code}\nconsole.log("${SEPARATOR}");`);
  return `${separated.join("\n")}\nexport {};\n`;
};

/** Type-checks all modules in one strict program, as a consumer would, and writes their JavaScript beside them. */
export const compile = async (folder: string): Promise<void> => {
  const options = ["--module", "nodenext", "--target", "es2023", "--strict", "--exactOptionalPropertyTypes"];
  const types = ["--types", "node", "--lib", "es2023,dom", "--typeRoots", join(root, "node_modules", "@types")];
  const sources = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  await run(process.execPath, [tsc, "--ignoreConfig", ...options, ...types, ...sources], { cwd: folder }).catch(
    ({ stdout, message }: { stdout?: string; message: string }) => {
      throw new Error(`A guide's TypeScript does not compile:\n${stdout ?? message}`);
    },
  );
};

export const runModule = async (file: string, env: Environment): Promise<string[]> => {
  const { stdout } = await run(process.execPath, [file], { env: { PATH: process.env["PATH"], ...env } });
  return stdout.split(`${SEPARATOR}\n`).slice(0, -1);
};

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

/** A block of code that the test runs, and the result that the guide shows below it. */
export type Example = { readonly code: string; readonly shown: string | undefined };

/** @param result - The language of the blocks that show results. */
export const examplesOf = (blocks: readonly CodeBlock[], language: string, result: string): Example[] =>
  blocks.flatMap(({ language: own, code }, at) => {
    if (own !== language) return [];
    const next = blocks[at + 1];
    return [{ code, shown: next?.language === result ? next.code : undefined }];
  });

/** The folder that contains `photo.png`. */
const cwd = join(root, "..", "..", "docs", "http");

const SEPARATOR = "---- next block ----";

/**
 * Runs the shell blocks of a guide in one shell, because later blocks use variables of earlier ones.
 * @returns The outputs of the blocks.
 */
export const runShell = async (examples: readonly Example[], env: Environment): Promise<string[]> => {
  const script = examples.map(({ code }) => `${code}\necho\necho '${SEPARATOR}'`).join("\n");
  const options = { cwd, env: { PATH: process.env["PATH"], ...env } };
  const { stdout } = await run("sh", ["-euc", script], options);
  return stdout.split(`${SEPARATOR}\n`).slice(0, examples.length);
};

/** Runs the Python blocks of a guide as one program, in which each block prints the separator at its end. */
export const runPython = async (examples: readonly Example[], env: Environment): Promise<string[]> => {
  const program = examples.map(({ code }) => `${code}\nprint("${SEPARATOR}")`).join("\n");
  const options = { cwd, env: { PATH: process.env["PATH"], ...env } };
  const { stdout } = await run("python3", ["-c", program], options);
  return stdout.split(`${SEPARATOR}\n`).slice(0, examples.length);
};

export const hasPython = spawnSync("python3", ["--version"]).status === 0;

export const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** Joins the TypeScript blocks of a guide into one module. Each block prints the separator at its end. */
export const moduleOf = (examples: readonly Example[]): string => {
  const separated = examples.map(({ code }) => `${code}\nconsole.log("${SEPARATOR}");`);
  return `${separated.join("\n")}\nexport {};\n`;
};

/**
 * Checks the types of all modules in one strict program, as a consumer would, and writes the JavaScript next to them.
 */
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

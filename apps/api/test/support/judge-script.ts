import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { judgePetstore } from "./judge-petstore.js";
import { findScript, root } from "./package-scripts.js";

const read = (path: string) => readFileSync(join(root, path), "utf8");

const sourceOf = (path: string) => path.replace(/^(?:\.\.\/)+/, "").replace(/dist\/(.*)\.js$/, "src/$1.ts");

/** Reads a program and the modules that it imports, because the help texts in them name each option. */
const readProgram = (file: string): string => {
  const text = read(file);
  const imports = [...text.matchAll(/ from "(\.[^"]+)"/g)].map(([, path = ""]) => join(dirname(file), path));
  return [text, ...imports.map((path) => read(path.replace(/\.js$/, ".ts")))].join("\n");
};

const judgeFlags = (script: string, args: readonly string[]): string | undefined => {
  const flags = args.filter((arg) => arg.startsWith("--"));
  if (script === "" || flags.length === 0) return undefined;
  const program = /node (\S+)$/.exec(script)?.[1];
  if (program === undefined) return `${flags.join(" ")}: the script takes no options`;
  const known = readProgram(sourceOf(program));
  const unknown = flags.filter((flag) => !new RegExp(`${flag}(?![\\w-])`).test(known));
  return unknown.length === 0 ? undefined : `${unknown.join(" ")}: unknown to ${program}`;
};

/**
 * @param args - The arguments of `npm` or `npx --yes pnpm`.
 * @returns A package, a script or an option that does not exist; undefined if all exist.
 */
export const judgeScript = (args: readonly string[]): string | undefined => {
  const [filter = "", ...rest] = args[0] === "--filter" ? args.slice(1) : ["", ...args];
  const [name = "", ...given] = rest[0] === "run" ? rest.slice(1) : rest;
  if (name === "petstore") return judgePetstore(given);
  const script = findScript(filter, name);
  return script === undefined ? `no script "${name}" of package "${filter}"` : judgeFlags(script, given);
};

/** @param args - The arguments of `node`. @returns What does not exist; undefined if everything does. */
export const judgeNode = ([file = "", ...args]: readonly string[]): string | undefined => {
  if (file === "apps/api/dist/cli.js") return judgePetstore(args);
  return existsSync(join(root, sourceOf(file))) ? undefined : `no file ${file}`;
};

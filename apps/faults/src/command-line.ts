import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ownApi = fileURLToPath(new URL("../../api", import.meta.url));

export const apiIn = (given: string): string => {
  const api = resolve(given);
  if (existsSync(join(api, "dist/main.js"))) return api;
  throw new RangeError(
    `--api "${given}" has no dist/main.js: name the folder apps/api of a working tree, and build it first.`,
  );
};

export const numberIn = (option: string, given: string, min: number, max: number): number => {
  const number = Number(given);
  if (number >= min && number <= max) return number;
  throw new RangeError(`--${option} must be a number from ${min} to ${max}.`);
};

export const readOptions = <Options>(
  parse: (args: readonly string[]) => Options | undefined,
  help: string,
): Options | undefined => {
  try {
    const options = parse(process.argv.slice(2).filter((arg) => arg !== "--"));
    if (options === undefined) process.stdout.write(help);
    return options;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${help}`);
    process.exitCode = 1;
    return undefined;
  }
};

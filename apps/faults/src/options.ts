import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { flag, type Option, text } from "@petstore/bench/dist/command-line.js";

export const ownApi = fileURLToPath(new URL("../../api", import.meta.url));

/** Names another build of the service by its folder apps/api in a working tree. */
export const apiFolder: Option<string> = {
  read: (given, name) => {
    const folder = resolve(given.at(-1) ?? ownApi);
    if (existsSync(join(folder, "dist/main.js"))) return folder;
    throw new RangeError(
      `--${name} "${folder}" has no dist/main.js: name the folder apps/api of a working tree, and build it first.`,
    );
  },
};

const pattern: Option<RegExp> = {
  read: (given, name) => {
    try {
      return new RegExp(given.at(-1) ?? "", "i");
    } catch {
      throw new RangeError(`--${name} takes a regular expression: escape its special characters.`);
    }
  },
};

/** The options of each command that runs a list of cases. */
export const suiteOptions = { api: apiFolder, only: pattern, list: flag, json: text };

export const suiteHelp = `
  --only   only what has a name that matches this regular expression
  --list   print the names and exit
  --api    another build of the service (default: this workspace's)
  --json   also write the results to this file
`;

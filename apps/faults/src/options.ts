import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

export type Options = {
  /** The folder `apps/api` of the build under test. */
  readonly api: string;
  readonly only: RegExp;
  readonly isListing: boolean;
  readonly isShort: boolean;
  readonly json: string | undefined;
  readonly boundMs: number;
  readonly waitMs: number;
};

const ownApi = fileURLToPath(new URL("../../api", import.meta.url));

export const help = `npx pnpm faults [--short] [--only "frozen at"] [--list] [--api PATH/TO/apps/api] [--json FILE]
               [--bound 5] [--wait 12]

Strikes the service with faults of network, processes, disk and clock, under steady traffic, and judges how it recovers.

  --short  the cases that the package's test has
  --only   the cases whose name this regular expression matches
  --list   print their names, and run none
  --api    another build of the service (default: this workspace's)
  --json   write the results to this file too
  --bound  how many seconds a recovery may take
  --wait   how many seconds one is waited for
`;

const secondsIn = (option: string, given: string | undefined, initial: number) => {
  const seconds = given === undefined ? initial : Number(given);
  if (!(seconds > 0 && seconds <= 120))
    throw new RangeError(`--${option} takes a number of seconds above 0, up to 120.`);
  return seconds * 1_000;
};

const pattern = (given: string) => {
  try {
    return new RegExp(given, "i");
  } catch {
    throw new RangeError(`--only "${given}" is not a regular expression: escape its special characters.`);
  }
};

const folder = (given: string) => {
  const api = resolve(given);
  if (existsSync(join(api, "dist/main.js"))) return api;
  throw new RangeError(
    `--api "${given}" has no dist/main.js: name the folder apps/api of a working tree, and build it.`,
  );
};

/** Undefined where help is asked for. @throws RangeError or TypeError with a sentence about the command line */
export const parseOptions = (args: readonly string[]): Options | undefined => {
  const string = { type: "string" } as const;
  const boolean = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== "--"),
    options: {
      api: string,
      only: string,
      json: string,
      bound: string,
      wait: string,
      list: boolean,
      short: boolean,
      help: { ...boolean, short: "h" },
    },
  });
  if (values.help) return undefined;
  const boundMs = secondsIn("bound", values.bound, 5);
  return {
    api: folder(values.api ?? ownApi),
    only: pattern(values.only ?? ""),
    isListing: values.list,
    isShort: values.short,
    json: values.json,
    boundMs,
    waitMs: Math.max(boundMs, secondsIn("wait", values.wait, 12)),
  };
};

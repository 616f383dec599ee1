import { parseArgs } from "node:util";
import { apiIn, numberIn, ownApi } from "./command-line.js";

export type Options = {
  readonly api: string;
  readonly only: RegExp;
  readonly isListing: boolean;
  readonly isShort: boolean;
  readonly json: string | undefined;
  readonly boundMs: number;
  readonly waitMs: number;
};

export const help = `npx pnpm faults [--short] [--only "frozen at"] [--list] [--api PATH/TO/apps/api] [--json FILE]
               [--bound 5] [--wait 12]

Injects faults of network, processes, disk and clock into the service under steady traffic, and judges how it recovers.

  --short  only the cases that the package's test runs
  --only   only the cases whose name matches this regular expression
  --list   print the names of the cases and exit
  --api    another build of the service (default: this workspace's)
  --json   also write the results to this file
  --bound  how many seconds a recovery may take
  --wait   how many seconds to wait for a recovery
`;

const millisecondsIn = (option: string, given: string) => numberIn(option, given, 0.001, 120) * 1_000;

export const patternIn = (given: string) => {
  try {
    return new RegExp(given, "i");
  } catch {
    throw new RangeError(`--only "${given}" is not a regular expression: escape its special characters.`);
  }
};

export const parseOptions = (args: readonly string[]): Options | undefined => {
  const string = (initial: string) => ({ type: "string", default: initial }) as const;
  const boolean = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      api: string(ownApi),
      only: string(""),
      json: { type: "string" },
      bound: string("5"),
      wait: string("12"),
      list: boolean,
      short: boolean,
      help: { ...boolean, short: "h" },
    },
  });
  if (values.help) return undefined;
  const boundMs = millisecondsIn("bound", values.bound);
  return {
    api: apiIn(values.api),
    only: patternIn(values.only),
    isListing: values.list,
    isShort: values.short,
    json: values.json,
    boundMs,
    waitMs: Math.max(boundMs, millisecondsIn("wait", values.wait)),
  };
};

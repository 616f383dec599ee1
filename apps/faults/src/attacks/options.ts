import { parseArgs } from "node:util";
import { apiIn, ownApi } from "../command-line.js";
import { patternIn } from "../options.js";

export type Options = {
  readonly api: string;
  readonly only: RegExp;
  readonly isListing: boolean;
  readonly isShort: boolean;
  readonly json: string | undefined;
};

export const help = `npx pnpm faults:attacks [--short] [--only "pipelined"] [--list] [--api PATH/TO/apps/api] [--json FILE]

Attacks a service of its own, under a memory limit of 512 MiB, and measures what another client notices.

  --short  only the attacks that the package's test runs, at its size
  --only   only the attacks whose name matches this regular expression
  --list   print the names of the attacks and exit
  --api    another build of the service (default: this workspace's)
  --json   also write the results to this file
`;

export const parseOptions = (args: readonly string[]): Options | undefined => {
  const string = (initial: string) => ({ type: "string", default: initial }) as const;
  const boolean = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      api: string(ownApi),
      only: string(""),
      json: { type: "string" },
      list: boolean,
      short: boolean,
      help: { ...boolean, short: "h" },
    },
  });
  if (values.help) return undefined;
  return {
    api: apiIn(values.api),
    only: patternIn(values.only),
    isListing: values.list,
    isShort: values.short,
    json: values.json,
  };
};

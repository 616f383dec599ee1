import { flag, number, type Option, text, type ValuesOf } from "./command-line.js";
import { scenarios } from "./scenarios.js";
import { servers } from "./servers/servers.js";

export type Options = {
  readonly isQuick: boolean;
  readonly scenarios: readonly string[];
  readonly servers: readonly string[];
  /** The folder of another checkout of this repository. The service in it takes part as well. */
  readonly earlier: string | undefined;
  readonly seconds: number;
  readonly rounds: number;
  readonly warmUpSeconds: number;
  readonly isWriting: boolean;
  readonly dataDir: string | undefined;
};

export const GROWTH = "growth";
const QUICK_SERVERS = ["fastify"];
const QUICK_SCENARIOS = [
  "hot-list",
  "cursors",
  "get-128",
  "create-32",
  "create-keyed",
  "update",
  "orders",
  "search",
  "mix",
];
const scenarioNames = [...scenarios.map(({ name }) => name), GROWTH];
const serverNames = servers.map(({ name }) => name as string);

export const help = `npx --yes pnpm bench [--quick] [--only ${scenarioNames.slice(0, 3).join(",")}] [--servers fastify,hono]
                     [--earlier folder] [--seconds 1] [--rounds 7] [--data-dir folder] [--write]
npx --yes pnpm bench web --help
npx --yes pnpm bench metrics --help

Measures this service against its competitors, in turns, on one PostgreSQL with the same pets.

  --quick     one short round of some scenarios beside Fastify: a minute; shows that it works, not figures to quote
  --only      these scenarios: ${scenarioNames.join(", ")}
  --servers   these competitors: ${serverNames.slice(1).join(", ")}; none with --earlier; this service always takes part
  --earlier   a folder with another checkout of this repository, installed and built: measures what a change costs
  --seconds   the length of a turn
  --rounds    the number of turns of each server
  --data-dir  where to create the database's folder; 10,000,000 rows take 6 GB there for a while
  --write     also write their summary into docs/benchmarks.md
`;

const someOf = (known: readonly string[]): Option<readonly string[] | undefined> => ({
  read: (given, name) => {
    const names = given.at(-1)?.split(",");
    const unknown = names?.find((one) => !known.includes(one));
    if (unknown === undefined) return names;
    throw new RangeError(`--${name}: "${unknown}" is unknown; use ${known.join(", ")}.`);
  },
});

export const known = {
  quick: flag,
  write: flag,
  only: someOf(scenarioNames),
  servers: someOf(serverNames),
  earlier: text,
  seconds: number(undefined, 0.001, 600),
  rounds: number(undefined, 0.001, 600),
  "data-dir": text,
};

export const toOptions = (given: ValuesOf<typeof known>): Options => {
  const {
    quick: isQuick,
    write: isWriting,
    only,
    servers: wanted,
    earlier,
    seconds,
    rounds,
    "data-dir": dataDir,
  } = given;
  return {
    isQuick,
    scenarios: only ?? (isQuick ? QUICK_SCENARIOS : scenarioNames),
    servers: wanted ?? (earlier !== undefined ? [] : isQuick ? QUICK_SERVERS : serverNames),
    earlier,
    seconds: seconds ?? (isQuick ? 0.4 : 1),
    rounds: Math.ceil(rounds ?? (isQuick ? 1 : 7)),
    warmUpSeconds: isQuick ? 0.4 : 3,
    isWriting,
    dataDir,
  };
};

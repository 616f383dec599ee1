import { parseArgs } from "node:util";
import { scenarios } from "./scenarios.js";
import { servers } from "./servers/servers.js";

export type Options = {
  readonly isQuick: boolean;
  readonly scenarios: readonly string[];
  readonly servers: readonly string[];
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

export const help = `npx pnpm bench [--quick] [--only ${scenarioNames.slice(0, 3).join(",")}] [--servers fastify,hono]
               [--seconds 1] [--rounds 7] [--data-dir folder] [--write]
npx pnpm bench web --help
npx pnpm bench metrics --help

Measures this service against its competitors, in turns, on one PostgreSQL with the same pets.

  --quick     one short round of some scenarios beside Fastify: a minute; shows that it works, not figures to quote
  --only      these scenarios: ${scenarioNames.join(", ")}
  --servers   these competitors: ${serverNames.slice(1).join(", ")}; this service always takes part
  --seconds   the length of a turn
  --rounds    the number of turns of each server
  --data-dir  where to create the database's folder; 10,000,000 rows take 6 GB there for a while
  --write     also write the tables into docs/benchmarks.md
`;

const oneOf = (option: string, given: string | undefined, known: readonly string[], initial: readonly string[]) => {
  const names = given?.split(",") ?? initial;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new RangeError(`--${option}: "${unknown}" is unknown; use ${known.join(", ")}.`);
  return names;
};

/** @throws RangeError with a message for the user. */
export const positive = (option: string, given: string | undefined, initial: number) => {
  const number = given === undefined ? initial : Number(given);
  if (!(number > 0 && number <= 600)) throw new RangeError(`--${option} takes a number above 0, up to 600.`);
  return number;
};

/** @returns Undefined for `--help`. @throws RangeError or TypeError with a message for the user. */
export const parseOptions = (args: readonly string[]): Options | undefined => {
  const string = { type: "string" } as const;
  const boolean = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== "--"),
    options: {
      quick: boolean,
      write: boolean,
      help: { ...boolean, short: "h" },
      only: string,
      servers: string,
      seconds: string,
      rounds: string,
      "data-dir": string,
    },
  });
  if (values.help) return undefined;
  const isQuick = values.quick;
  const usual = isQuick ? QUICK_SCENARIOS : scenarioNames;
  return {
    isQuick,
    scenarios: oneOf("only", values.only, scenarioNames, usual),
    servers: oneOf("servers", values.servers, serverNames, isQuick ? QUICK_SERVERS : serverNames),
    seconds: positive("seconds", values.seconds, isQuick ? 0.4 : 1),
    rounds: Math.ceil(positive("rounds", values.rounds, isQuick ? 1 : 7)),
    warmUpSeconds: isQuick ? 0.4 : 3,
    isWriting: values.write,
    dataDir: values["data-dir"],
  };
};

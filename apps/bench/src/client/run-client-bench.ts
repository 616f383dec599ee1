import { parseArgs } from "node:util";
import { describeMachine } from "../machine.js";
import { takeTurns } from "../measure.js";
import { positive } from "../options.js";
import { createReport } from "../report.js";
import { median, quartiles } from "../statistics.js";
import { decimal, drawTable, integer } from "../tables/format.js";
import { writeSection } from "../tables/write-section.js";
import { clients, installClients } from "./clients.js";
import { type CheckCost, measureBundle, measureCheck, measureInstalled } from "./measure-client.js";

export type ClientOptions = { readonly rounds: number; readonly isWriting: boolean };

export const clientHelp = `npx pnpm bench client [--rounds 7] [--write]

What a program of ten lines over the contract's client costs its author, beside the same over zod, stripe and octokit:
packages and bytes to install, bytes in a browser, and the work of the type checker.

  --rounds  the number of turns of each side
  --write   also write the table into docs/benchmarks.md
`;

/** @returns Undefined for `--help`. @throws RangeError or TypeError with a message for the user. */
export const parseClientOptions = (args: readonly string[]): ClientOptions | undefined => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string" },
      write: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return undefined;
  return { rounds: Math.ceil(positive("rounds", values.rounds, 7)), isWriting: values.write };
};

export const runClientBench = async ({ rounds, isWriting }: ClientOptions): Promise<void> => {
  const report = createReport();
  await installClients(report);
  const costs = new Map<string, CheckCost[]>(clients.map(({ name }) => [name, []]));
  await takeTurns(rounds, clients, async (client, round) => {
    costs.get(client.name)?.push(measureCheck(client));
    report(`checking, round ${round}: ${client.name}`);
  });
  const rows = await Promise.all(
    clients.map(async (client) => {
      const { packages, bytes } = measureInstalled(client);
      const seen = costs.get(client.name) ?? [];
      const seconds = seen.map((one) => one.seconds);
      return [
        client.name,
        integer(packages),
        decimal(bytes / 1e6, 1),
        decimal((await measureBundle(client)) / 1000, 1),
        integer(seen[0]?.instantiations ?? Number.NaN),
        integer(median(seen.map(({ memoryMb }) => memoryMb))),
        `${decimal(median(seconds))} (${quartiles(seconds)
          .map((one) => decimal(one))
          .join("–")})`,
      ];
    }),
  );
  const head = [
    "",
    "packages",
    "installed, MB",
    "bundle, kB gzip",
    "instantiations",
    "checker's memory, MB",
    "check, s",
  ];
  const text = `${drawTable(head, rows)}\n\n${rounds} rounds; TypeScript 5.9.3; ${describeMachine()}`;
  process.stdout.write(`${text}\n`);
  if (isWriting) writeSection("client", text);
};

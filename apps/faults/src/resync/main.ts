import { flag, number, readOptions } from "@petstore/bench/dist/command-line.js";
import { apiFolder } from "../options.js";
import { runChecks } from "../run-checks.js";
import { describeMachine } from "../run-suite.js";
import { FIRST_PORT, portOption } from "../failover/ports.js";
import { failoverChecks, proveFailover } from "./prove-failover.js";
import { checksOfRestore, proveRestore } from "./prove-restore.js";

const help = `npx --yes pnpm faults:resync [--failover] [--seconds 20] [--writers 16] [--port ${FIRST_PORT}] [--api folder]

Four copies of a catalogue follow the feed of events (poll, long poll, stream, the contract's client) under writers of all
kinds. A backup is restored into another database, then again into another server: each copy must be told to read again, and
equal the catalogue.

  --failover  instead, PostgreSQL fails over, as in faults:failover, whose packages it requires
  --seconds   how long the writers write before and after each
  --port      the first of a hundred ports that nothing else uses
`;

const RESTORES = 2;
const print = (line: string) => void process.stdout.write(`${line}\n`);

const known = {
  api: apiFolder,
  failover: flag,
  seconds: number(20, 1, 3_600),
  writers: number(16, 1, 100),
  port: portOption,
};
const options = readOptions(known, help);
if (options !== undefined) {
  print(`${describeMachine()}, ${options.writers} writers`);
  await (options.failover
    ? runChecks(failoverChecks, (cleanup) => proveFailover(options, print, cleanup))
    : runChecks(RESTORES * checksOfRestore, (cleanup) =>
        proveRestore({ ...options, restores: RESTORES }, print, cleanup),
      ));
}

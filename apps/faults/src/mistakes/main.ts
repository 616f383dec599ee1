import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { readOptions } from "@petstore/bench/dist/command-line.js";
import { suiteHelp, suiteOptions } from "../options.js";
import { createAuthority, issue } from "../outages/certificates.js";
import { startPrimary } from "../outages/database-server.js";
import { describeMachine, runSuite } from "../run-suite.js";
import { findFreePort } from "../service/service-process.js";
import { makeFolder } from "../store/store.js";
import { mistakes } from "./mistakes.js";
import { type Result, runMistake } from "./run-mistake.js";

const help = `npx --yes pnpm faults:mistakes [--only "sslmode"] [--list] [--api PATH/TO/apps/api] [--json FILE]

Starts the service with one mistake of an operator after the other, and says what it printed, after how many seconds, and
how it ended. A mistake passes if a line names what is wrong, and if the service then exits with an error, waits for its
database, or serves, as it should. Requires openssl.
${suiteHelp}`;

const print = (text: string) => void process.stdout.write(`${text}\n`);

const show = ({ mistake, printed, printedMs, ended, exit, reasons }: Result): string => {
  const seconds = printedMs === undefined ? "-" : (printedMs / 1_000).toFixed(1);
  const how = exit === undefined ? ended : `exit ${exit}`;
  const verdict = reasons.length === 0 ? "passed" : "FAILED";
  return `${mistake.padEnd(58)} | ${seconds.padStart(5)} s | ${how.padEnd(8)} | ${verdict} | ${printed || "nothing"}`;
};

const options = readOptions(suiteOptions, help);
if (options !== undefined) {
  await runSuite(
    {
      cases: mistakes,
      nameOf: ({ name }) => name,
      open: async (cleanup) => {
        const folder = await makeFolder(cleanup);
        const authority = await createAuthority(folder, "authority");
        const data = await makeFolder(cleanup);
        const database = await startPrimary(data, await issue(folder, "server", authority), cleanup);
        const other = createServer().listen(0, "127.0.0.1");
        await once(other, "listening");
        cleanup.add(() => other.close());
        const { port: takenPort } = other.address() as AddressInfo;
        const place = { database, ca: authority.ca, takenPort, deadPort: await findFreePort() };
        print(`${describeMachine()}\n`);
        return (mistake, own) => runMistake(options.api, place, mistake, own);
      },
      show,
    },
    options,
  );
}

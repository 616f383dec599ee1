import { number, readOptions } from "@petstore/bench/dist/command-line.js";
import { apiFolder } from "../options.js";
import { runChecks } from "../run-checks.js";
import { describeMachine } from "../run-suite.js";
import { proveWebhooks } from "./prove-webhooks.js";

const help = `npx --yes pnpm faults:webhooks [--seconds 600] [--patience 1800] [--rate 5] [--api folder]

Seven receivers of webhooks on loopback: one is good, one is down, one answers 500, one hangs, one answers after 5 seconds,
one redirects to an address inside, and the name of one leads inside at every second look-up. Each must get every event
once it works again, none may reach the internal address, and the good one must get each within a second of a
stream of the feed.

  --seconds   how long the others are out of order
  --patience  how many seconds the service may take to find out that they work again; then a person turns them on
  --rate      how many changes there are a second
`;

/**
 * The number of checks. Seven check that a receiver got all events, and two that it got them once and in order. Six
 * check that a fault had an effect. Two are about internal addresses: names resolved to them twice, but no request
 * reached one. The last one checks that the good receiver was not delayed.
 */
const CHECKS = 7 + 2 + 6 + 2 + 1;
const print = (line: string) => void process.stdout.write(`${line}\n`);

const known = {
  api: apiFolder,
  seconds: number(600, 1, 86_400),
  patience: number(1_800, 0, 86_400),
  rate: number(5, 1, 20),
};
const options = readOptions(known, help);
if (options !== undefined) {
  await runChecks(CHECKS, (cleanup) => {
    print(`${describeMachine()}; ${options.rate} changes a second, ${options.seconds} s of faults`);
    return proveWebhooks({ ...options, judgesTimes: true }, print, cleanup);
  });
}

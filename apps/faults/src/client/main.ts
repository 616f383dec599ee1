import { number, readOptions } from "@petstore/bench/dist/command-line.js";
import { runChecks } from "../run-checks.js";
import { apiFolder } from "../options.js";
import { judgeLostResponses, loseResponses } from "./lose-responses.js";

const help = `npx --yes pnpm faults:client [--creates 10000] [--percent 10] [--seed 1] [--api folder]

Creates pets with the client of @petstore/contract through a proxy that passes each request on and then cuts the connection of some
before their response arrives. Each create must leave exactly one pet.

  --creates  how many pets to create
  --percent  how many requests in a hundred lose their connection
  --seed     of the random numbers that choose them
`;

const CHECKS = 7;
const print = (line: string) => void process.stdout.write(`${line}\n`);

const known = {
  api: apiFolder,
  creates: number(10_000, 1, 1e6),
  percent: number(10, 0.001, 50),
  seed: number(1, 0, 2 ** 31),
};
const options = readOptions(known, help);
if (options !== undefined) {
  const { api, creates, percent, seed } = options;
  await runChecks(CHECKS, async (cleanup) => {
    const startedAt = performance.now();
    const result = await loseResponses({ api, creates, share: percent / 100, seed }, cleanup);
    const { passedOn, cutBeforeResponse, cutAfterResponse, acknowledged, stored, storedNames, listed } = result;
    print(`${creates} creates in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s, ${passedOn} requests`);
    print(`connections cut: ${cutBeforeResponse} at once, ${cutAfterResponse} when the response arrived at the proxy`);
    print(`acknowledged ${acknowledged}; in the database ${stored} pets with ${storedNames} names; listed ${listed}`);
    return judgeLostResponses(creates, result);
  });
}

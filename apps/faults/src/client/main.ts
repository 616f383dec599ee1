import { createCleanup, exitAfterCleanup } from "../cleanup.js";
import { parseOptions } from "../load/options.js";
import { judgeLostResponses, loseResponses } from "./lose-responses.js";

const help = `npx pnpm faults:client [--creates 10000] [--percent 10] [--seed 1] [--api folder]

Creates pets with the client of @petstore/contract through a proxy that passes each request on and then cuts the connection of some
before their response arrives. Each create must leave exactly one pet.

  --creates  how many pets to create
  --percent  how many requests in a hundred lose their connection
  --seed     of the random numbers that choose them
`;

const CHECKS = 7;
const print = (line: string) => void process.stdout.write(`${line}\n`);

const options = parseOptions(
  {
    creates: { initial: 10_000, max: 1_000_000 },
    percent: { initial: 10, max: 50 },
    seed: { initial: 1, max: 2 ** 31 },
  },
  help,
);
if (options !== undefined) {
  const { api, creates, percent, seed } = options;
  const cleanup = createCleanup();
  await exitAfterCleanup(cleanup, async () => {
    const startedAt = performance.now();
    const result = await loseResponses({ api, creates, share: percent / 100, seed }, cleanup);
    const { passedOn, cutBeforeResponse, cutAfterResponse, acknowledged, stored, storedNames, listed } = result;
    print(`${creates} creates in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s, ${passedOn} requests`);
    print(`connections cut: ${cutBeforeResponse} at once, ${cutAfterResponse} when the response arrived at the proxy`);
    print(`acknowledged ${acknowledged}; in the database ${stored} pets with ${storedNames} names; listed ${listed}`);
    const problems = judgeLostResponses(creates, result);
    for (const problem of problems.slice(0, 20)) print(`failed: ${problem}`);
    print(`${Math.max(0, CHECKS - problems.length)} passed, ${problems.length} failed`);
    return problems.length === 0;
  });
}

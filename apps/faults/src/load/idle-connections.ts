import { type ObservedService, startObservedService } from "../service/observed-service.js";
import { makeFolder } from "../store/store.js";
import { openIdleConnections } from "./idle-client.js";
import { parseOptions } from "./options.js";
import { type Client, openClient, quantile } from "./requests.js";
import { runChecks } from "./run-checks.js";

const help = `npx pnpm fuzz:idle [--connections 10000] [--seconds 10] [--api folder]

Opens idle keep-alive connections to a service of its own, and measures a hot list before, during and after.
`;

const LOAD_CONNECTIONS = 8;
const CHECKS = 7;
/** Above this, the service does not serve other clients well. */
const MAX_P99_MS = 250;
const print = (line: string) => void process.stdout.write(`${line}\n`);
const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

const measure = async (client: Client, seconds: number) => {
  const endsAt = performance.now() + seconds * 1_000;
  const times: number[] = [];
  let failures = 0;
  const work = async () => {
    while (performance.now() < endsAt) {
      const outcome = await client.ask({ path: "/v1/pets?limit=20" }).catch(() => undefined);
      if (outcome?.status === 200) times.push(outcome.milliseconds);
      else failures += 1;
    }
  };
  await Promise.all(Array.from({ length: LOAD_CONNECTIONS }, work));
  return { failures, requests: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
};

const run = async (service: ObservedService, connections: number, seconds: number): Promise<string[]> => {
  const client = openClient(service.port, await service.makeKey("read"));
  const failed: string[] = [];
  const phase = async (name: string) => {
    const measured = await measure(client, seconds);
    const { rss, live } = await service.report();
    const { failures, requests, p50, p99 } = measured;
    print(
      `${name}: ${requests} requests, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${failures} failures; ` +
        `${mb(rss)} resident, ${mb(live)} live`,
    );
    if (failures > 0) failed.push(`${name}: ${failures} requests failed`);
    return { ...measured, live };
  };
  await measure(client, Math.min(seconds, 3));
  const before = await phase("before");
  const idle = await openIdleConnections(service.port, connections);
  print(`${idle.open()} idle connections`);
  if (idle.open() < connections) failed.push(`only ${idle.open()} of ${connections} connections could be opened`);
  const during = await phase("during");
  if (idle.open() < connections) failed.push(`${connections - idle.open()} idle connections were closed`);
  if (during.p99 > Math.max(MAX_P99_MS, 3 * before.p99))
    failed.push(`other clients wait: p99 ${Math.round(during.p99)} ms`);
  await idle.close();
  const after = await phase("after");
  if (after.live > before.live * 1.2 + 20e6)
    failed.push(`memory has not returned: ${mb(before.live)}, then ${mb(after.live)}`);
  client.close();
  return failed;
};

const options = parseOptions(
  { connections: { initial: 10_000, max: 100_000 }, seconds: { initial: 10, max: 600 } },
  help,
);
if (options !== undefined) {
  await runChecks(CHECKS, async (cleanup) => {
    const env = { DATA_DIR: await makeFolder(cleanup), RATE_LIMIT: "999999999", LOG_LEVEL: "warn" };
    const service = await startObservedService({ api: options.api, env }, cleanup);
    return run(service, options.connections, options.seconds);
  });
}

import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { quantile } from "@petstore/bench/dist/statistics.js";
import { createClient, type WebhookEndpoint } from "@petstore/contract/client";
import { follow } from "../events/followers.js";
import { positionOf } from "../events/reader.js";
import { startPrivateService } from "../service/private-service.js";
import { startNameServer } from "./name-server.js";
import { ALLOWED, type Arrival, INSIDE, type Receiver, startReceivers } from "./receivers.js";
import { startSteadyWriter } from "./steady-writer.js";

export type WebhookProof = {
  readonly api: string;
  /** How long the receivers are faulty, in seconds. */
  readonly seconds: number;
  /**
   * How long the service may take to notice that the receivers work again, in seconds. After that, a person activates
   * the endpoints.
   */
  readonly patience: number;
  /** The number of changes per second. */
  readonly rate: number;
  readonly judgesTimes: boolean;
};

type Served = { readonly receiver: Receiver; readonly endpoint: Pick<WebhookEndpoint, "id" | "cursor"> };

const preload = fileURLToPath(new URL("../../preload/own-name-server.mjs", import.meta.url));
const CHANGING = "changing.example";
const MOST_DELAY_MS = 1_000;
const LOOK_EVERY_MS = 250;
/** The time for catching up, in addition to the time of the requests. */
const CATCH_UP_MS = 30_000;

const isBehind = ({ behind, retrying }: WebhookEndpoint) => behind > 0 || retrying > 0;

const describeDelays = (delays: readonly number[]): string => {
  const [p50, p99] = [quantile(delays, 0.5), quantile(delays, 0.99)];
  return `p50 ${p50} ms, p99 ${p99} ms, max ${Math.max(...delays)} ms`;
};

/**
 * Counts the events that first arrived after a later event. There are two counts: later events of any subject, and
 * those of the same subject.
 */
const countLate = (arrivals: readonly Arrival[]) => {
  const last = new Map<string, number>();
  const count = { all: 0, ofSubject: 0, again: 0 };
  const seen = new Set<string>();
  for (const { id, subject } of arrivals) {
    if (seen.has(id)) count.again += 1;
    else {
      seen.add(id);
      const position = positionOf(id);
      if (position < (last.get("") ?? 0)) count.all += 1;
      if (position < (last.get(subject) ?? 0)) count.ofSubject += 1;
      for (const of of ["", subject]) last.set(of, Math.max(position, last.get(of) ?? 0));
    }
  }
  return { ...count, arrived: seen };
};

/** @returns A sentence for each of the `webhookChecks` that failed. */
export const proveWebhooks = async (
  { api, seconds, patience, rate, judgesTimes }: WebhookProof,
  print: (line: string) => void,
  cleanup: Cleanup,
): Promise<string[]> => {
  let [isOver, wentInside] = [false, 0];
  const nameServer = await startNameServer((nth) => {
    const address = isOver || nth % 2 === 1 ? ALLOWED : INSIDE;
    if (address === INSIDE) wentInside += 1;
    return address;
  }, cleanup);
  const { service, key } = await startPrivateService(api, "admin", cleanup, {
    env: { WEBHOOK_ALLOW: ALLOWED, NAME_SERVER: nameServer },
    flags: ["--import", preload],
  });
  const client = createClient({ baseUrl: `${service.origin}/v1`, apiKey: key });
  const { webhooks, events } = client.orThrow;
  const { good, others, connectionsInside } = await startReceivers(CHANGING, cleanup);
  const add = async (receiver: Receiver): Promise<Served> => ({
    receiver,
    endpoint: await webhooks.createWebhookEndpoint({ body: { url: receiver.url } }),
  });
  const stateOf = ({ endpoint: { id } }: Served) => webhooks.getWebhookEndpoint({ params: { endpointId: id } });

  const served = [await add(good)];
  // A stream of the same events shows which delays the machine itself causes.
  const streamedAt = new Map<string, number>();
  const { cursor: after = "" } = served[0]?.endpoint ?? {};
  const stream = follow(
    "stream",
    { origin: service.origin, key, after },
    { seen: ({ id }) => void streamedAt.set(id, Date.now()) },
  );
  cleanup.add(() => stream.stop());
  const delaysOf = (arrivals: readonly Arrival[]) => {
    const later = arrivals.map(({ id, at }) => at - (streamedAt.get(id) ?? 0));
    return {
      later,
      text: `${describeDelays(arrivals.map(({ delayMs }) => delayMs))}; after the stream ${describeDelays(later)}`,
    };
  };
  const stopWriter = startSteadyWriter(client, rate);
  cleanup.add(() => stopWriter().catch(() => {}));
  while (good.arrived.length === 0) await sleep(LOOK_EVERY_MS);
  const warm = good.arrived.length;
  await sleep(Math.min(seconds * 250, 10_000));
  const alone = good.arrived.slice(warm);
  for (const receiver of others) served.push(await add(receiver));
  print(`Alone, the good receiver gets an event after ${delaysOf(alone).text} (${alone.length} events)`);

  await sleep(seconds * 1_000);
  const affected = await Promise.all(served.map(stateOf));
  const recoveredAt = performance.now();
  isOver = true;
  for (const { receiver } of served) receiver.recover();
  // While the other receivers catch up, the good receiver must not have to wait for them either.
  await sleep(Math.min(seconds * 250, 30_000));
  const written = await stopWriter();
  const { next: end } = await events.listEvents({ query: { after: "now" } });
  await stream.reaches(end, CATCH_UP_MS);

  const secondsToCatchUp = new Map<Served, number>();
  const catchUp = async (withinMs: number) => {
    const giveUpAt = performance.now() + withinMs;
    for (;;) {
      for (const one of served)
        if (!secondsToCatchUp.has(one) && !isBehind(await stateOf(one)))
          secondsToCatchUp.set(one, (performance.now() - recoveredAt) / 1_000);
      if (secondsToCatchUp.size === served.length || performance.now() >= giveUpAt) return;
      await sleep(LOOK_EVERY_MS);
    }
  };
  await catchUp(patience * 1_000);
  const turnedOn = served.filter((one) => !one.receiver.isSound && !secondsToCatchUp.has(one));
  for (const { endpoint } of turnedOn)
    for (const status of ["disabled", "active"] as const)
      await webhooks.updateWebhookEndpoint({ params: { endpointId: endpoint.id }, body: { status } });
  await catchUp(CATCH_UP_MS + (1_000 * (written.created + written.changed)) / 10);

  const feed: string[] = [];
  for (let from = after; ; ) {
    const page = await events.listEvents({ query: { after: from, limit: 1_000 } });
    feed.push(...page.data.map(({ id }) => id));
    if (!page.hasMore) break;
    from = page.next;
  }
  print(`${written.created} pets created, ${written.changed} changed; ${feed.length} events up to ${end}`);
  const problems: string[] = [];
  for (const [at, one] of served.entries()) {
    const { receiver, endpoint } = one;
    const { name, isSound } = receiver;
    const wanted = feed.filter((id) => positionOf(id) > positionOf(endpoint.cursor));
    const { all, ofSubject, again, arrived } = countLate(receiver.arrived);
    const missing = wanted.filter((id) => !arrived.has(id)).length;
    const { status = "", behind = 0, retrying = 0 } = affected[at] ?? {};
    const caughtUp = secondsToCatchUp.get(one);
    const when =
      caughtUp === undefined
        ? "never caught up"
        : `caught up after ${caughtUp.toFixed(1)} s${turnedOn.includes(one) ? ", when a person had turned it on" : ""}`;
    print(
      `${name}: ${status}, ${behind} behind and ${retrying} to retry at the end of its fault; ${when}; ${receiver.requests()} requests, ` +
        `${wanted.length - missing} of ${wanted.length} events arrived, ${again} again, ${all} late, ${ofSubject} after a later one of their pet`,
    );
    if (missing > 0) problems.push(`${missing} events are missing at the receiver that ${name}`);
    if (isSound && all + again > 0) problems.push(`the receiver that is ${name} got events late or more than once`);
    if (receiver !== good && behind + retrying === 0) problems.push(`the fault of "${name}" affected nothing`);
  }
  print(`${wentInside} look-ups returned the internal address; ${connectionsInside()} connections reached it`);
  if (connectionsInside() > 0) problems.push(`${connectionsInside()} connections reached the internal address`);
  if (wentInside === 0) problems.push("no look-up returned the internal address");
  const beside = good.arrived.slice(warm + alone.length);
  const { later, text } = delaysOf(beside);
  print(`Beside the others, the good receiver gets an event after ${text} (${beside.length} events)`);
  const delayed = later.filter((ms) => ms > MOST_DELAY_MS).length;
  if (judgesTimes && delayed > 0)
    problems.push(`${delayed} events reached the good receiver a second after the stream`);
  return problems;
};

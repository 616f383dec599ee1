import { availableParallelism, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cleanup } from "@petstore/bench/dist/cleanup.js";
import { number, readOptions } from "@petstore/bench/dist/command-line.js";
import { historyKinds } from "@petstore/contract/routes";
import { apiFolder } from "../options.js";
import { runChecks } from "../run-checks.js";
import { startPrivateService } from "../service/private-service.js";
import { storeDatabase } from "../store/postgres.js";
import { startBusyWriters } from "./busy-writers.js";
import { type Follower, startFollowers } from "./followers.js";
import { createMirror, readCatalogue } from "./mirror.js";
import { createReader, readHead } from "./reader.js";

const help = `npx --yes pnpm faults:events [--seconds 600] [--writers 16] [--every 20] [--api folder]

Three followers of the feed of events (poll, long poll, stream; the last two are cut and resume) under writers of all
kinds, while the service and its private PostgreSQL are killed in turn (kill -9). Each must see every committed event once
and in order, and a copy of the catalogue that only events keep current must equal the catalogue.
`;

const CHECKS = 5;
const CUT_EVERY_MS = 7_000;
const CATCH_UP_MS = 60_000;
const print = (line: string) => void process.stdout.write(`${line}\n`);

type Options = { readonly seconds: number; readonly writers: number; readonly every: number; readonly api: string };

const positionsOf = ({ seen }: Follower) => seen.map(({ id }) => Number(id.split("-")[1]));

/** @returns Undefined if the follower saw each position from the first to the last once, in order. */
const faultOf = (follower: Follower, first: number, last: number): string | undefined => {
  const at = positionsOf(follower).findIndex((position, index) => position !== first + index + 1);
  if (at === -1 && follower.seen.length === last - first) return undefined;
  return `the follower by ${follower.name} saw ${follower.seen.length} of ${last - first} events; the first that is wrong is its ${at + 1}.`;
};

const run = async ({ seconds, writers: count, every, api }: Options, cleanup: Cleanup): Promise<string[]> => {
  const { service, key, postgres } = await startPrivateService(api, "admin", cleanup);
  const read = createReader(service.origin, key, cleanup);
  const start = await readHead(read);
  const first = Number(start.split("-")[1]);
  const mirror = createMirror(read, await readCatalogue(read));
  let applying = Promise.resolve();
  const followers = startFollowers({ origin: service.origin, key, after: start }, (event) => {
    applying = applying.then(() => mirror.apply(event));
  });
  const writers = startBusyWriters(service.origin, key, count);
  print(`${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}, ${count} writers, ${seconds} s`);

  const cuts = setInterval(() => followers.slice(1).forEach((follower) => follower.kill()), CUT_EVERY_MS);
  cleanup.add(async () => clearInterval(cuts));
  const endAt = performance.now() + seconds * 1_000;
  let kills = 0;
  for (; performance.now() < endAt; kills += 1) {
    await sleep(Math.min(every * 1_000, Math.max(0, endAt - performance.now())));
    if (kills % 2 === 1) process.kill(await postgres.postmaster(), "SIGKILL");
    else {
      await service.kill();
      service.start();
    }
  }
  await writers.stop();
  clearInterval(cuts);
  await service.ready();
  const end = await readHead(read);
  const last = Number(end.split("-")[1]);
  const reached = await Promise.all(followers.map((follower) => follower.reaches(end, CATCH_UP_MS)));
  await Promise.all(followers.map((follower) => follower.stop()));
  await applying;

  const [stored] = await postgres.query<{ events: string; numbered: string; pending: string }>(
    storeDatabase,
    `SELECT count(*) AS events, count(place.position) AS numbered, (SELECT count(*) FROM event_pending) AS pending
     FROM audit_event LEFT JOIN event_position AS place ON place.at = audit_event.at AND place.event_id = audit_event.id
     WHERE subject_kind = ANY ($1)`,
    [historyKinds],
  );
  const differences = mirror.differences(await readCatalogue(read));
  const faults = followers.map((follower, at) =>
    reached[at] ? faultOf(follower, first, last) : `the follower by ${follower.name} did not reach event ${end}`,
  );
  const { events, numbered, pending } = stored ?? { events: "", numbered: "", pending: "" };
  print(
    `${kills} kills; acknowledged: ${Object.entries(writers.done)
      .map(([name, done]) => `${name} ${done}`)
      .join(", ")}`,
  );
  print(
    `${events} committed events, ${numbered} with a position, ${pending} pending; positions ${first + 1} to ${last}`,
  );
  for (const follower of followers) print(`${follower.name}: saw ${follower.seen.length} events`);
  print(`${differences.length} differences between the catalogue and its copy by events`);
  return [
    ...faults.filter((fault) => fault !== undefined),
    ...(events === numbered && pending === "0" ? [] : ["a committed event has no position"]),
    ...differences.slice(0, 1),
  ];
};

const options = readOptions(
  { api: apiFolder, seconds: number(600, 5, 3_600), writers: number(16, 1, 100), every: number(20, 1, 600) },
  help,
);
if (options !== undefined) await runChecks(CHECKS, (cleanup) => run(options, cleanup));

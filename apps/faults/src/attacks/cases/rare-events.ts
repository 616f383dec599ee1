import { setTimeout as sleep } from "node:timers/promises";
import type { Access } from "../access.js";
import type { Attack } from "../attack.js";
import { healthOnKept, petList } from "../ask.js";
import type { Gains } from "../gains.js";

/** Inserts changes of profiles of 16 KB each. */
const manyEvents = (count: number) => `
  INSERT INTO audit_event (actor_kind, actor_name, action, subject_kind, subject_id, before, after)
  SELECT 'system', 'attacks', 'profile.update', 'profile', id,
    jsonb_build_object('petId', id, 'description', repeat('a', 8000), 'attributes', jsonb_build_object('n', id)),
    jsonb_build_object('petId', id, 'description', repeat('b', 8000), 'attributes', jsonb_build_object('n', id))
  FROM generate_series(1, ${count}) AS id`;

const EVENTS = 30_000;
const PAUSE_MS = 100;

const ask = ({ origin, clerkKey }: Access, path: string, signal: AbortSignal, accept = "application/json") =>
  fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${clerkKey}`, accept }, signal }).catch(
    () => undefined,
  );

/** Sends the request until the attack ends, or only once. */
const repeat = async (gains: Gains, signal: AbortSignal, send: () => Promise<Response | undefined>) => {
  while (!signal.aborted) {
    const response = await send();
    if (response !== undefined) gains.status(response.status);
    await response?.arrayBuffer().catch(() => undefined);
    await sleep(PAUSE_MS);
  }
};

const others = ["pet", "category", "note", "photo", "attribute"].flatMap((kind) => [
  `types=${kind}.created`,
  `types=${kind}.deleted`,
]);

/** Returns this many different filters. Each of them selects all events of the store. */
const differentTypes = (count: number) =>
  others
    .flatMap((one, at) => others.slice(at).map((other) => new Set(["types=profile.updated", one, other])))
    .slice(0, count)
    .map((types) => [...types].join("&"));

const notAnswered = ({ statuses }: { readonly statuses: Readonly<Record<string, number>> }) =>
  (statuses["200"] ?? 0) > 0 ? [] : ["no page was answered, so the attack tests nothing"];

const shared = {
  seed: manyEvents(EVENTS),
  // These are the default limits of a store.
  env: { RATE_LIMIT: "6000", ACCOUNT_RATE_LIMIT: "24000" },
  victims: (access: Access) => [healthOnKept, petList(access)],
  bounds: { p99Ms: 100, rssMb: 350 },
  judge: notAnswered,
} as const;

export const rareEvents: readonly Attack[] = [
  {
    ...shared,
    name: "pages of rare events",
    full: { count: 2, seconds: 10 },
    short: { count: 2, seconds: 2 },
    strike: async ({ access, count }, gains, signal) => {
      // No two requests ask for the same page, because the service would read that page only once for both.
      let limit = 0;
      for (let at = 0; at < count; at += 1)
        void repeat(gains, signal, () => {
          limit = (limit % 1_000) + 1;
          return ask(access, `/v1/events?types=category.merged&limit=${limit}`, signal);
        });
    },
  },
  {
    ...shared,
    name: "streams from the oldest event",
    full: { count: 50, seconds: 10 },
    short: { count: 50, seconds: 2 },
    strike: async ({ access, count }, gains, signal) => {
      // No two streams read the same page.
      for (const types of differentTypes(count))
        void repeat(gains, signal, () => ask(access, `/v1/events?${types}`, signal, "text/event-stream"));
    },
  },
];

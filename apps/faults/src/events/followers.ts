import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, CursorExpiredError } from "@petstore/contract/client";
import type { Event, EventPage } from "@petstore/contract/routes";
import { ask } from "../traffic/ask.js";

/** Follows the feed like an integrator who stores the cursor of the last event that they have processed. */
export type Follower = {
  readonly name: string;
  readonly seen: readonly Event[];
  /** Closes the connection at once. The next connection resumes after the last event that was seen. */
  kill(): void;
  /** Resolves when it has seen the event or the time has run out. @returns True if it has seen the event. */
  reaches(cursor: string, withinMs: number): Promise<boolean>;
  stop(): Promise<void>;
};

export type Feed = { readonly origin: string; readonly key: string; readonly after: string };

/** The functions that a follower calls for the events. */
type Handling = {
  readonly seen: (event: Event) => void;
  /** This function is called when the feed answers 410 `cursor_expired`. @returns The cursor from which to continue. */
  readonly expired?: () => Promise<string>;
};

/** Opens a connection, and resolves or rejects when the connection ends. `note` stores events and the cursor. */
type Connect = (
  feed: Feed,
  after: string,
  signal: AbortSignal,
  note: (events: readonly Event[], cursor: string) => void,
) => Promise<void>;

const PAUSE_MS = 100;
const LIMIT = 200;

/** Turns a response of the feed that contains no events into an error. */
const refusalOf = (status: number, body: string): Error => {
  const isExpired = status === 410 && body.includes('"code":"cursor_expired"');
  if (isExpired) return new CursorExpiredError({ code: "cursor_expired", message: body, status });
  return new Error(`The feed answered ${status}: ${body}`);
};

/** @param wait - The seconds of a long poll. If it is 0, the follower asks again after a pause. */
const polls =
  (wait: number): Connect =>
  async ({ origin, key }, after, signal, note) => {
    const agent = new Agent({ keepAlive: true });
    signal.addEventListener("abort", () => agent.destroy());
    for (let cursor = after; !signal.aborted; ) {
      const path = `/v1/events?after=${cursor}&limit=${LIMIT}&wait=${wait}`;
      const outcome = await ask(agent, origin, { method: "GET", path, key }, 40_000);
      if (signal.aborted) return;
      if (typeof outcome === "string" || outcome.status >= 500) await sleep(PAUSE_MS);
      else if (outcome.status !== 200) throw refusalOf(outcome.status, outcome.body);
      else {
        const { data, next } = JSON.parse(outcome.body) as EventPage;
        note(data, next);
        cursor = next;
        if (wait === 0 && data.length === 0) await sleep(PAUSE_MS);
      }
    }
  };

/** Parses Server-Sent Events as the specification says, but only the parts that the feed uses. */
const stream: Connect = ({ origin, key }, after, signal, note) =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, accept: "text/event-stream", "last-event-id": after };
    const end = () => resolve();
    const request = get(`${origin}/v1/events`, { headers, signal, agent: false });
    request.on("error", end);
    request.on("response", (response) => {
      const { statusCode = 0 } = response;
      response.on("error", end).on("close", end).setEncoding("utf8");
      let rest = "";
      if (statusCode !== 200) {
        response.on("data", (text: string) => void (rest += text));
        response.on("end", () => statusCode < 500 && reject(refusalOf(statusCode, rest)));
        return;
      }
      response.on("data", (text: string) => {
        const blocks = (rest + text).split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) {
          const fields = new Map(block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line] as const));
          const valueOf = (field: string) => fields.get(field)?.slice(field.length + 2);
          const [id, data] = [valueOf("id"), valueOf("data")];
          if (id !== undefined) note(data === undefined ? [] : [JSON.parse(data) as Event], id);
        }
      });
    });
  });

/** Uses the client of the contract, which repeats requests itself. */
const client: Connect = async ({ origin, key }, after, signal, note) => {
  const { events } = createClient({ baseUrl: `${origin}/v1`, apiKey: key });
  const onCursor = (cursor: string) => note([], cursor);
  try {
    for await (const event of events.follow({ after, signal, onCursor })) note([event], event.id);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

const ways = { poll: polls(0), "long poll": polls(25), stream, client } as const;
export const wayNames = Object.keys(ways) as (keyof typeof ways)[];

export const follow = (name: keyof typeof ways, feed: Feed, { seen: onSeen, expired }: Handling): Follower => {
  const connect = ways[name];
  const seen: Event[] = [];
  let cursor = feed.after;
  let connection = new AbortController();
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      connection = new AbortController();
      await connect(feed, cursor, connection.signal, (events, next) => {
        for (const event of events) {
          seen.push(event);
          onSeen(event);
        }
        cursor = next;
      }).catch(async (error: unknown) => {
        if (!(error instanceof CursorExpiredError) || expired === undefined) throw error;
        cursor = await expired();
      });
      if (!stopping.signal.aborted) await sleep(PAUSE_MS);
    }
  };
  const running = run();
  // A failure is reported when the follower is stopped.
  running.catch(() => {});
  return {
    name,
    seen,
    kill: () => connection.abort(),
    reaches: async (last, withinMs) => {
      const hasReached = () => cursor === last;
      const giveUpAt = performance.now() + withinMs;
      while (!hasReached() && performance.now() < giveUpAt) await sleep(PAUSE_MS);
      return hasReached();
    },
    stop: async () => {
      stopping.abort();
      connection.abort();
      await running;
    },
  };
};

/** Starts one follower for each way to follow the feed. The first one reports each event as soon as it sees it. */
export const startFollowers = (feed: Feed, onSeen: (event: Event) => void): readonly Follower[] => [
  follow("poll", feed, { seen: onSeen }),
  follow("long poll", feed, { seen: () => {} }),
  follow("stream", feed, { seen: () => {} }),
];

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FollowRequest } from "./index.js";
import { CursorExpiredError, type ForbiddenError, ServiceUnavailableError, UnexpectedResponseError } from "./index.js";
import { broken, hurry, json, refused, scripted, silent, thrownBy } from "../../test/support/scripted-client.js";

const page = (positions: readonly number[], next: number, hasMore = false) =>
  json(200, { data: positions.map((position) => ({ id: `a-${position}` })), next: `a-${next}`, hasMore });

type Steps = Parameters<typeof scripted>[0];

/** Follows the feed until `most` events have arrived, and then leaves the loop. */
const followed = (steps: Steps, request: FollowRequest = {}, most = 3) => {
  const { client, sent } = scripted(steps);
  const got: string[] = [];
  const follow = async () => {
    for await (const { id } of client.events.follow({ after: "a-1", ...request })) if (got.push(id) === most) break;
  };
  return { follow, got, sent, queries: () => sent.map(({ url }) => new URL(url).search) };
};

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

describe("events.follow", () => {
  it("requests the largest pages, then waits for new events, and stops after a break", async () => {
    const { follow, got, queries } = followed([page([2, 3], 3, true), page([], 9), page([10], 10)]);
    await follow();
    expect(got).toEqual(["a-2", "a-3", "a-10"]);
    expect(queries()).toEqual(["a-1", "a-3", "a-9"].map((after) => `?after=${after}&limit=1000&wait=25`));
  });

  it("resolves `now` or the oldest event only once, so that a repeat skips nothing", async () => {
    const now = followed([page([], 4), broken(), page([5], 5)], { after: "now", types: ["pet.created"] }, 1);
    await hurry(now.follow());
    const rest = "types=pet.created&limit=1000";
    expect([now.got, now.queries()]).toEqual([
      ["a-5"],
      [`?after=now&${rest}&wait=0`, `?after=a-4&${rest}&wait=25`, `?after=a-4&${rest}&wait=25`],
    ]);
    const oldest = followed([page([1], 1)], { after: undefined, subject: "pet:7" }, 1);
    await oldest.follow();
    expect(oldest.queries()).toEqual(["?subject=pet%3A7&limit=1000&wait=0"]);
  });

  it("repeats the request of a page while the service is away, without limit", async () => {
    const down = () => refused(503, "service_unavailable");
    const patient = refused(429, "rate_limited", { "retry-after": "900" });
    const page502 = new Response("<html>", { status: 502 });
    const { follow, got, queries } = followed(
      [...Array.from({ length: 9 }, down), broken(), patient, page502, page([2], 2)],
      {},
      1,
    );
    await hurry(follow());
    expect(got).toEqual(["a-2"]);
    expect(new Set(queries())).toEqual(new Set(["?after=a-1&limit=1000&wait=25"]));
  });

  it("waits longer than the service waits for an event, and repeats a request without answer", async () => {
    const { follow, got, sent } = followed([silent, page([2], 2)], {}, 1);
    const work = follow();
    await vi.advanceTimersByTimeAsync(49_000);
    expect(sent).toHaveLength(1);
    await hurry(work);
    expect([got, sent.length]).toEqual([["a-2"], 2]);
  });

  it("gives up after maxRetries", async () => {
    const { follow, sent } = followed([refused(503, "service_unavailable"), refused(503, "service_unavailable")], {
      maxRetries: 1,
    });
    expect(await thrownBy(hurry(follow()))).toBeInstanceOf(ServiceUnavailableError);
    expect(sent).toHaveLength(2);
  });

  it.each([
    [400, "invalid_request"],
    [401, "unauthorized"],
    [403, "forbidden"],
    [410, "cursor_expired"],
  ])("throws %i %s at once, after it has passed on the events that it received", async (status, code) => {
    const { follow, got, sent } = followed([page([2], 2), refused(status, code)]);
    const error = (await thrownBy(follow())) as CursorExpiredError | ForbiddenError;
    expect([error.code, error.status, error instanceof CursorExpiredError]).toEqual([code, status, status === 410]);
    expect([got, sent.length]).toEqual([["a-2"], 2]);
  });

  it("passes the cursor once the events before it are processed, and waits until it is stored", async () => {
    const done: string[] = [];
    const { client } = scripted([page([], 4), page([5, 6], 6, true), page([], 9), page([10], 10)]);
    const onCursor = async (cursor: string) => {
      await Promise.resolve();
      done.push(`stored ${cursor}`);
    };
    for await (const { id } of client.events.follow({ after: "now", onCursor })) {
      done.push(id);
      if (id === "a-10") break;
    }
    expect(done).toEqual(["stored a-4", "a-5", "a-6", "stored a-6", "stored a-9", "a-10"]);
  });

  it("does not go on if the cursor cannot be stored", async () => {
    const full = new Error("disk full");
    const { follow, sent } = followed([page([2], 2)], { onCursor: () => Promise.reject(full) });
    expect(await thrownBy(follow())).toBe(full);
    expect(sent).toHaveLength(1);
  });

  it("ends with the signal's reason while it waits, between two events, and while it stores", async () => {
    const reason = new Error("enough");
    const waiting = new AbortController();
    const { follow, sent } = followed([silent], { signal: waiting.signal });
    const work = thrownBy(follow());
    await vi.advanceTimersByTimeAsync(10);
    waiting.abort(reason);
    expect(await work).toBe(reason);
    expect([sent.length, sent[0]?.init.signal?.aborted, vi.getTimerCount()]).toEqual([1, true, 0]);

    const between = new AbortController();
    const { client } = scripted([page([2, 3], 3)]);
    const got: string[] = [];
    const read = async () => {
      for await (const { id } of client.events.follow({ after: "a-1", signal: between.signal })) {
        got.push(id);
        between.abort(reason);
      }
    };
    expect([await thrownBy(read()), got]).toEqual([reason, ["a-2"]]);

    const storing = new AbortController();
    const last = followed([page([2], 2)], { signal: storing.signal, onCursor: () => storing.abort(reason) });
    expect([await thrownBy(last.follow()), last.sent.length]).toEqual([reason, 1]);
  });

  it("calls a key function before each page, so that an expiring key is renewed", async () => {
    const keys = ["one", "two"];
    const { client, sent } = scripted([page([2], 2), page([3], 3)], { apiKey: async () => keys.shift() ?? "none" });
    for await (const { id } of client.events.follow({ after: "a-1" })) if (id === "a-3") break;
    expect(sent.map(({ init }) => init.headers.get("authorization"))).toEqual(["Bearer one", "Bearer two"]);
  });

  it("pauses after an empty page that comes at once, and refuses a page that leads to itself", async () => {
    const { follow, sent } = followed([page([], 1), page([2], 2)], {}, 1);
    const work = follow();
    await vi.advanceTimersByTimeAsync(900);
    expect(sent).toHaveLength(1);
    await hurry(work);
    const stuck = followed([page([1], 1)]);
    expect(await thrownBy(stuck.follow())).toBeInstanceOf(UnexpectedResponseError);
  });
});

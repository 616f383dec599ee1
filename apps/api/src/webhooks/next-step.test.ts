import { MAX_DELIVERIES } from "@petstore/contract/routes";
import { describe, expect, it } from "vitest";
import type { FeedEvent } from "../events/event-feed.js";
import type { Response } from "./attempt.js";
import { type Endpoint, reloaded, type StoredEndpoint } from "./endpoint.js";
import { nextStep } from "./next-step.js";
import type { Delivery, NoteAttempt, Outcome } from "./step.js";

const now = new Date("2026-11-28T09:00:00.000Z");
const after = (ms: number) => new Date(now.getTime() + ms);
const [past, soon, later] = [after(-1_000), after(1_000), after(60_000)];

const stored: StoredEndpoint = {
  ...{ id: 7, url: "https://shop.example/", secret: new Uint8Array(), oldSecret: null, oldSecretUntil: null },
  ...{ status: "active", statusReason: null, failures: 0, failingSince: null, nextProbeAt: null, lastSuccessAt: null },
  ...{ cursor: "00000000-1", revision: 3, types: [], waiting: 0, dueAt: null },
};
const endpointOf = (rest: Partial<Endpoint> = {}): Endpoint => ({ ...reloaded(undefined, stored, false), ...rest });
const paused = { status: "paused", statusReason: "failures", failures: 10, failingSince: past } as const;

const eventOf = (position: number) =>
  ({ event: { id: `00000000-${position}`, type: "pet.created", at: now.toISOString() }, json: "" }) as FeedEvent;
const [first, second] = [eventOf(2), eventOf(3)];
const retry: Delivery = {
  ...{ deliveryId: 5, messageId: "evt_7_00000000-0", eventId: "00000000-0", type: "pet.created" },
  ...{ attempts: 2, cursor: undefined, body: "{}" },
};
const ofLine: Delivery = { ...retry, deliveryId: undefined, attempts: 0, cursor: "00000000-2" };

const response: Response = {
  ...{ at: now, status: 204, problem: null, durationMs: 1, requestBytes: 2, responseBytes: 0, retryAfter: undefined },
};
const failed: Response = { ...response, status: 503, problem: "status" };

const next = (endpoint: Endpoint, outcome: Outcome, revision = endpoint.revision) =>
  nextStep(endpoint, outcome, { revision, now, random: () => 0.5 });
const woken: Outcome = { of: "wait" };
/** Returns the steps that look for work, if none of them finds any. */
const looksOf = (endpoint: Endpoint): string[] => {
  const looks: string[] = [];
  let found = next(endpoint, woken);
  for (; found.step.do === "find retry" || found.step.do === "read feed"; ) {
    looks.push(found.step.do);
    const outcome: Outcome =
      found.step.do === "find retry"
        ? { of: "find retry", found: undefined }
        : { of: "read feed", page: { events: [], cursor: endpoint.cursor } };
    found = next(found.endpoint, outcome);
  }
  return [...looks, found.step.do];
};

describe("a turn of a webhook endpoint", () => {
  it.each<[string, Partial<Endpoint>, string[]]>([
    ["reads the feed when nothing is retried", {}, ["read feed", "wait"]],
    ["reads the feed alone while no retry is due", { waiting: 1, dueAt: soon }, ["read feed", "wait"]],
    ["looks at both when a retry is due", { waiting: 1, dueAt: now }, ["find retry", "read feed", "wait"]],
    [
      "begins with the feed when the last one began with retries",
      { waiting: 1, dueAt: past, isRetryNext: true },
      ["read feed", "find retry", "wait"],
    ],
    ["leaves events in the feed while it retries as many as it may", { waiting: MAX_DELIVERIES }, ["wait"]],
    [
      "retries what is due while it has as many as it may",
      { waiting: MAX_DELIVERIES, dueAt: past },
      ["find retry", "wait"],
    ],
    ["reads the feed with one retry fewer", { waiting: MAX_DELIVERIES - 1 }, ["read feed", "wait"]],
    ["waits until the time that the receiver asked for", { holdUntil: soon, waiting: 1, dueAt: past }, ["wait"]],
    ["begins at the time that the receiver asked for", { holdUntil: now }, ["read feed", "wait"]],
    ["waits while the endpoint is disabled", { status: "disabled", waiting: 1, dueAt: past }, ["wait"]],
    ["waits until a paused endpoint is tried", { ...paused, nextProbeAt: soon, waiting: 1, dueAt: past }, ["wait"]],
    [
      "tries a paused endpoint with a retry first",
      { ...paused, nextProbeAt: now },
      ["find retry", "read feed", "wait"],
    ],
    [
      "tries a paused endpoint with an event, however many it retries",
      { ...paused, nextProbeAt: past, waiting: MAX_DELIVERIES },
      ["find retry", "read feed", "wait"],
    ],
  ])("%s", (_what, rest, steps) => {
    expect(looksOf(endpointOf(rest))).toEqual(steps);
  });

  it("looks for a due retry or, at a paused endpoint, for the first retry even if it is not due", () => {
    expect(next(endpointOf({ waiting: 1, dueAt: past }), woken).step).toEqual({ do: "find retry", dueBy: now });
    const trial = next(endpointOf({ ...paused, nextProbeAt: past }), woken);
    expect(trial.step).toEqual({ do: "find retry", dueBy: undefined });
  });

  it("sends the next event, and reads no more events until all are sent", () => {
    const { step } = next(endpointOf({ events: [first, second] }), woken);
    const delivery = { deliveryId: undefined, messageId: "evt_7_00000000-2", eventId: "00000000-2" };
    expect(step).toMatchObject({ do: "send", delivery: { ...delivery, attempts: 0, cursor: "00000000-2" } });
  });
});

describe("the outcome of a search for the next delivery", () => {
  const looking = endpointOf({ waiting: 2, dueAt: past, sources: ["feed"] });

  it("sends the retry that was found", () => {
    expect(next(looking, { of: "find retry", found: retry }).step).toEqual({ do: "send", delivery: retry });
  });

  it("expires a retry whose event no longer exists, and stops counting it", () => {
    expect(next(looking, { of: "find retry", found: { expiredId: 5 } }).step).toEqual({ do: "expire", deliveryId: 5 });
    const { endpoint, step } = next(looking, { of: "expire" });
    expect([endpoint.waiting, step]).toEqual([1, { do: "find retry", dueBy: now }]);
  });

  it("keeps the events that were read, and sends the first", () => {
    const page = { events: [first, second], cursor: "00000000-9" };
    const { endpoint, step } = next(looking, { of: "read feed", page });
    expect(endpoint.events).toEqual([first, second]);
    expect(step).toMatchObject({ do: "send", delivery: { eventId: "00000000-2" } });
  });

  it("moves the cursor past events that the endpoint does not want", () => {
    const page = { events: [], cursor: "00000000-9" };
    expect(next(looking, { of: "read feed", page }).step).toEqual({ do: "move cursor", cursor: "00000000-9" });
    const moved = next(looking, { of: "move cursor", cursor: "00000000-9", isWritten: true });
    expect([moved.endpoint.cursor, moved.endpoint.isStale, moved.step.do]).toEqual(["00000000-9", false, "find retry"]);
  });

  it("tells the receiver at once to read the catalogue again if events have expired", () => {
    expect(next(looking, { of: "read feed", page: undefined }).step).toEqual({ do: "tell to read again" });
    const told = next(endpointOf(), { of: "tell to read again", cursor: "00000000-9", isWritten: true });
    expect(told.endpoint).toMatchObject({ cursor: "00000000-9", waiting: 1, dueAt: now, isStale: false });
    expect(told.step).toEqual({ do: "find retry", dueBy: now });
  });
});

describe("the outcome of a request", () => {
  it("is recorded with the new status of the endpoint and the delivery", () => {
    const sent = { of: "send", delivery: retry, response: failed } as const;
    expect(next(endpointOf({ failures: 9, failingSince: past }), sent).step).toMatchObject({
      ...{ do: "note attempt", delivery: retry, response: failed, isResumed: false },
      judged: { health: { status: "paused", failures: 10 }, progress: { status: "waiting", attempts: 3 } },
    });
  });

  it.each<[string, Partial<Endpoint>, Response, boolean]>([
    ["resumes a paused endpoint that answers", paused, response, true],
    ["resumes no endpoint that fails once more", paused, failed, false],
    ["resumes no endpoint that worked before", {}, response, false],
  ])("%s", (_what, rest, answer, isResumed) => {
    const { step } = next(endpointOf(rest), { of: "send", delivery: retry, response: answer });
    expect(step).toMatchObject({ do: "note attempt", isResumed });
  });

  it("is ignored if the request was aborted, and the endpoint is then read again first", () => {
    const cut: Outcome = { of: "cut" };
    for (const revision of [3, 2]) {
      const { endpoint, step } = next(endpointOf(), cut, revision);
      expect([endpoint.isStale, step]).toEqual([true, { do: "wait" }]);
    }
  });
});

describe("a recorded attempt", () => {
  const noteOf = (endpoint: Endpoint, delivery: Delivery, answer: Response) => {
    const { step } = next(endpoint, { of: "send", delivery, response: answer });
    return step as NoteAttempt;
  };
  const noted = (rest: Partial<Endpoint>, delivery: Delivery, answer: Response) => {
    const endpoint = endpointOf(rest);
    return next(endpoint, { of: "note attempt", step: noteOf(endpoint, delivery, answer), isWritten: true }).endpoint;
  };
  const retryIn = (ms: number) => after(ms);

  it.each<[string, Partial<Endpoint>, Delivery, Response, Pick<Endpoint, "waiting" | "dueAt" | "cursor">]>([
    ["event that arrives", {}, ofLine, response, { waiting: 0, dueAt: null, cursor: "00000000-2" }],
    ["event that fails", {}, ofLine, failed, { waiting: 1, dueAt: retryIn(5_000), cursor: "00000000-2" }],
    [
      "retry that arrives",
      { waiting: 4, dueAt: past },
      retry,
      response,
      { waiting: 3, dueAt: past, cursor: "00000000-1" },
    ],
    [
      "retry that fails again",
      { waiting: 4, dueAt: later },
      { ...retry, attempts: 0 },
      failed,
      { waiting: 4, dueAt: retryIn(5_000), cursor: "00000000-1" },
    ],
    [
      "retry that fails for the last time",
      { waiting: 4, dueAt: later },
      { ...retry, attempts: 9 },
      failed,
      { waiting: 3, dueAt: later, cursor: "00000000-1" },
    ],
    [
      "trial that arrives, so that all retries are due",
      { ...paused, waiting: 4, dueAt: later },
      retry,
      response,
      { waiting: 3, dueAt: now, cursor: "00000000-1" },
    ],
    [
      "trial that arrives where nothing is retried",
      { ...paused, waiting: 0, dueAt: null },
      ofLine,
      response,
      { waiting: 0, dueAt: null, cursor: "00000000-2" },
    ],
  ])("counts the retries after an %s", (_what, rest, delivery, answer, expected) => {
    expect(noted(rest, delivery, answer)).toMatchObject(expected);
  });

  it("removes its event from the events that were read, unless the attempt was a retry", () => {
    expect(noted({ events: [first, second] }, ofLine, response).events).toEqual([second]);
    expect(noted({ events: [first, second] }, retry, response).events).toEqual([first, second]);
  });

  it("delays the next request as the receiver requests, until a request succeeds", () => {
    const answer = { ...failed, retryAfter: "60" };
    expect(noted({}, ofLine, answer).holdUntil).toEqual(later);
    expect(noted({ holdUntil: now }, ofLine, response).holdUntil).toBeUndefined();
  });

  it("stops all requests once the endpoint is disabled", () => {
    const endpoint = endpointOf({ events: [first, second] });
    const step = noteOf(endpoint, ofLine, { ...failed, status: 410, problem: "gone" });
    expect(next(endpoint, { of: "note attempt", step, isWritten: true }).step).toEqual({ do: "wait" });
  });
});

describe("a refused write or an overtaken outcome", () => {
  const endpoint = endpointOf({ events: [first], waiting: 2, dueAt: past });
  const judged = { health: stored, progress: { status: "delivered", attempts: 1, nextAttemptAt: null } } as const;
  const step: NoteAttempt = {
    ...{ do: "note attempt", delivery: ofLine, response, isResumed: false },
    judged: { ...judged, holdUntil: undefined },
  };

  it.each<[string, Outcome]>([
    ["an attempt", { of: "note attempt", step, isWritten: false }],
    ["a cursor", { of: "move cursor", cursor: "00000000-9", isWritten: false }],
    ["that the receiver reads again", { of: "tell to read again", cursor: "00000000-9", isWritten: false }],
  ])("stops the endpoint until it has been read: %s", (_what, outcome) => {
    expect(next(endpoint, outcome)).toEqual({ endpoint: { ...endpoint, isStale: true }, step: { do: "wait" } });
  });

  it.each<[string, Outcome]>([
    ["an attempt", { of: "note attempt", step, isWritten: true }],
    ["a response", { of: "send", delivery: retry, response }],
    ["a retry", { of: "find retry", found: retry }],
    ["a page of the feed", { of: "read feed", page: { events: [second], cursor: "00000000-9" } }],
    ["a cursor", { of: "move cursor", cursor: "00000000-9", isWritten: true }],
  ])("is dropped, and the endpoint is checked again: %s", (_what, outcome) => {
    expect(next(endpoint, outcome, endpoint.revision - 1)).toEqual(next(endpoint, woken));
  });
});

describe("a reloaded endpoint", () => {
  const before = endpointOf({ events: [first], waiting: 1, dueAt: past, holdUntil: later, isRetryNext: true });

  it("keeps the sender's status while the endpoint is served, except for due retries", () => {
    const row = { ...stored, cursor: "00000000-0", failures: 4, waiting: 9, dueAt: now };
    expect(reloaded(before, row, true)).toEqual({ ...before, waiting: 9, dueAt: now });
  });

  it("takes everything from PostgreSQL if a client has changed it", () => {
    const row = { ...stored, revision: 4, url: "https://other.example/", types: ["pet.deleted"] };
    for (const isServed of [true, false])
      expect(reloaded({ ...before, isStale: true }, row, isServed)).toEqual({
        ...{ ...before, ...row, events: [], holdUntil: undefined, isStale: false },
      });
  });

  it("is served again if it was stale, and keeps its read events at the same cursor", () => {
    const [same, moved] = [stored, { ...stored, cursor: "00000000-2" }];
    expect(reloaded({ ...before, isStale: true }, same, true)).toEqual({ ...before, ...same });
    expect(reloaded({ ...before, isStale: true }, moved, true)).toEqual({ ...before, ...moved, events: [] });
  });
});

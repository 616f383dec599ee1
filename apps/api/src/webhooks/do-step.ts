import type { Actor } from "@petstore/contract/routes";
import type { Logger } from "pino";
import { type Lanes, systemFlow } from "../concurrency/lanes.js";
import type { Connections } from "../database/open-database.js";
import type { Query } from "../database/query.js";
import { transactQueries } from "../database/transact.js";
import { type EventFeed, readPlace, writePlace } from "../events/event-feed.js";
import { matchOf } from "../events/event-filter.js";
import { insertEvents } from "../operation/audit-trail.js";
import type { JobSteps } from "../operation/job-steps.js";
import { attempt, type SenderDeps } from "./attempt.js";
import type { Endpoint } from "./endpoint.js";
import { KIND } from "./endpoint-table.js";
import { findRetry, isGone } from "./find-retry.js";
import type { Lease } from "./lease.js";
import { moveCursor, noteAttempt, noteResync, trimDeliveries } from "./note-attempt.js";
import type { Delivery, InLane, NoteAttempt, Outcome, Step } from "./step.js";

export type StepDeps = SenderDeps & {
  readonly database: Connections;
  readonly lanes: Pick<Lanes, "control">;
  readonly eventFeed: Pick<EventFeed, "open" | "read">;
  readonly jobSteps: Pick<JobSteps, "attempt">;
  readonly log: Logger;
};

type Sender = {
  readonly inLane: InLane;
  /** Runs each statement in the lane. */
  readonly query: Query;
  readonly lease: Lease;
  /** Aborts when no new request may begin. */
  readonly stopping: AbortSignal;
  /** Aborts when requests in flight must end too. */
  readonly cutting: AbortSignal;
  readonly attemptMs: number;
};

const PAGE = 50;
const TRIM_EVERY = 100;

const flow = systemFlow("webhooks");
const actor: Actor = { kind: "system", id: null, name: "webhooks" };

/** Does what a step says, and returns the outcome. It makes no decisions. */
export const createStepRunner = (deps: StepDeps, { inLane, query, lease, stopping, cutting, attemptMs }: Sender) => {
  const { database, eventFeed, jobSteps, log, clock } = deps;
  const deliveries = { delivered: 0, failed: 0 };
  let noted = 0;

  const isUnchanged = async ({ id, revision }: Endpoint): Promise<boolean> =>
    (await inLane(() => database.db.webhookEndpoint.count({ where: { id, revision } }))) === 1;

  const readFeed = async ({ cursor, types }: Endpoint): Promise<Outcome> => {
    const filter = matchOf({ types: types.length === 0 ? undefined : types });
    const asked = { after: readPlace(cursor), scope: "write", limit: PAGE, flow, filter } as const;
    try {
      const { events, next } = await eventFeed.read(asked);
      return { of: "read feed", page: { events, cursor: writePlace(next) } };
    } catch (error) {
      if (isGone(error)) return { of: "read feed", page: undefined };
      throw error;
    }
  };

  const send = async (endpoint: Endpoint, delivery: Delivery): Promise<Outcome> => {
    const { messageId: id, body } = delivery;
    // An aborted message is sent again. If the endpoint's job waits for a person, the next tick tries again.
    const response = await jobSteps.attempt({ kind: "webhook", id: String(endpoint.id) }, async () => {
      if (stopping.aborted || !(await isUnchanged(endpoint))) return undefined;
      const one = await attempt(deps, endpoint, { id, body }, cutting, attemptMs);
      return cutting.aborted ? undefined : one;
    });
    return response === undefined ? { of: "cut" } : { of: "send", delivery, response };
  };

  const write = (endpoint: Endpoint, step: NoteAttempt): Promise<boolean> => {
    const { id, url, status } = endpoint;
    const { health } = step.judged;
    if (health.status !== "disabled") return noteAttempt(query, lease, endpoint, step);
    const entry = {
      action: `${KIND}.disable`,
      subject: { kind: KIND, id },
      before: { id, url, status },
      after: { id, url, status: health.status, statusReason: health.statusReason },
    } as const;
    return inLane(() =>
      transactQueries(
        database.pool,
        async (inTransaction) => {
          const isWritten = await noteAttempt(inTransaction, lease, endpoint, step);
          if (isWritten) await insertEvents(inTransaction, actor, [entry]);
          return isWritten;
        },
        () => false,
      ),
    );
  };

  const note = async (endpoint: Endpoint, step: NoteAttempt): Promise<Outcome> => {
    deliveries[step.response.problem === null ? "delivered" : "failed"] += 1;
    const isWritten = await write(endpoint, step);
    if (isWritten) noted += 1;
    if (isWritten && noted % TRIM_EVERY === 0) await trimDeliveries(query, endpoint.id);
    return { of: "note attempt", step, isWritten };
  };

  const expire = async (id: number): Promise<Outcome> => {
    const data = { status: "failed", problem: "expired", nextAttemptAt: null };
    // The client may have deleted the endpoint meanwhile, and its deliveries with it.
    await inLane(() => database.db.webhookDelivery.updateMany({ where: { id }, data }));
    return { of: "expire" };
  };

  const tellToReadAgain = async (endpoint: Endpoint): Promise<Outcome> => {
    const cursor = writePlace(await eventFeed.open("now"));
    log.warn(
      { endpointId: endpoint.id, cursor },
      "A webhook endpoint missed events that are no longer kept; its receiver will be told to read the catalogue again.",
    );
    const isWritten = await noteResync(query, lease, endpoint, { cursor, now: clock() });
    return { of: "tell to read again", cursor, isWritten };
  };

  const forRetries = { db: database.db, inLane, eventFeed };

  return {
    deliveries,
    doStep: async (endpoint: Endpoint, step: Exclude<Step, { do: "wait" }>): Promise<Outcome> => {
      switch (step.do) {
        case "find retry":
          return { of: step.do, found: await findRetry(forRetries, endpoint.id, step.dueBy) };
        case "read feed":
          return readFeed(endpoint);
        case "send":
          return send(endpoint, step.delivery);
        case "note attempt":
          return note(endpoint, step);
        case "expire":
          return expire(step.deliveryId);
        case "move cursor": {
          const { cursor } = step;
          return { of: step.do, cursor, isWritten: await moveCursor(query, lease, endpoint, cursor) };
        }
        default:
          return tellToReadAgain(endpoint);
      }
    },
  };
};

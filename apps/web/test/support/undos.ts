import type { Action } from "@petstore/contract/client";
import { actionOf } from "./examples";
import type { Asked, Handler } from "./fake-service";

type Job = NonNullable<Action["job"]>;

/** The job of an undo that has restored one change. `fields` replaces some of its fields. */
export const jobOf = (fields: Partial<Job> = {}): Job => ({
  subject: null,
  status: "done",
  done: 1,
  leftCount: 0,
  total: 1,
  startedAt: "2026-11-22T10:00:00.000Z",
  finishedAt: "2026-11-22T10:00:01.000Z",
  actionId: "2-2",
  left: [],
  ...fields,
});

/** Fakes a service that keeps one action and undoes it at once. */
export const undoes = (fields: Partial<Job> = {}): Readonly<Record<string, Handler>> => {
  const job = jobOf(fields);
  return {
    "GET /v1/actions": () => ({ body: [actionOf()] }),
    "POST /v1/actions/1-1/undo": () => ({
      status: 202,
      body: actionOf({ status: job.leftCount > 0 ? "partly_undone" : "undone", job }),
    }),
  };
};

/** Returns the requests that undid an action: the key that the page looked for, and the lines of the requests. */
export const undoIn = (asked: readonly Asked[]) => {
  const lines = asked.map(({ line }) => line).filter((line) => line.includes("/v1/actions"));
  return { lines, key: asked.find(({ line }) => line === "GET /v1/actions")?.query.get("key") };
};

/** The `Action-Key` of a request. */
export const actionKeyOf = (asked: Asked | undefined) => asked?.headers.get("action-key");

/** The requests of an undo that ends at once. */
export const undoneAtOnce = ["GET /v1/actions", "POST /v1/actions/1-1/undo"];

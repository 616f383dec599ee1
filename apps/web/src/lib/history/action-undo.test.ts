import type { Action } from "@petstore/contract/client";
import { expect, it, vi } from "vitest";
import { actionOf } from "../../../test/support/examples";
import { fakeService, inTurn } from "../../../test/support/fake-service";
import { until } from "../../../test/support/hook";
import { shownNotices, titlesOf } from "../../../test/support/notices";
import { actions } from "../../texts/actions";
import { canDecide } from "./left-conflicts";
import { undoOfAction } from "./action-undo";
import { announce, undoLast } from "./undo";

const job = (fields: Partial<NonNullable<Action["job"]>>) =>
  ({
    subject: null,
    status: "running",
    done: 0,
    leftCount: 0,
    total: 200,
    startedAt: "2026-11-22T10:00:00.000Z",
    finishedAt: null,
    actionId: null,
    left: null,
    ...fields,
  }) as const;

it("the service carries out an undo, and the page names what was left out and why", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true, advanceTimeDelta: 200 });
  const notices = shownNotices();
  const leftOut = [{ subject: { kind: "pet", id: 7 }, name: "Luna", reason: "changed" }];
  const undoing = actionOf({ status: "undoing", job: job({}) });
  const asked = fakeService({
    "GET /v1/actions": () => ({ body: [actionOf()] }),
    "POST /v1/actions/1-1/undo": () => ({ status: 202, body: undoing }),
    "GET /v1/actions/1-1": inTurn(
      () => ({ body: undoing }),
      () => ({
        body: actionOf({
          status: "partly_undone",
          job: job({ status: "done", done: 198, leftCount: 2, left: leftOut }),
        }),
      }),
    ),
  });
  const describe = (count: number) => `Put back ${count}`;
  announce({ title: "Sold 200", undo: undoOfAction({ key: "k", size: 200, describe }) });
  undoLast();
  await until(() => titlesOf(notices).includes("Put back 198"));
  // A phone shows only the last notice.
  expect(titlesOf(notices)).toEqual([actions.wasLeft(2), "Put back 198"]);
  expect(asked.map(({ line }) => line)).toEqual([
    "GET /v1/actions",
    "POST /v1/actions/1-1/undo",
    "GET /v1/actions/1-1",
    "GET /v1/actions/1-1",
  ]);
  expect(asked[0]?.query.get("key")).toBe("k");
  vi.useRealTimers();
});

it("an undo says how many changes it did not reach", async () => {
  const notices = shownNotices();
  const ended = actionOf({ status: "partly_undone", job: job({ status: "stopped", done: 180, leftCount: 0 }) });
  fakeService({
    "GET /v1/actions": () => ({ body: [actionOf()] }),
    "POST /v1/actions/1-1/undo": () => ({ status: 202, body: ended }),
  });
  await undoOfAction({ key: "k", size: 200, describe: String }).run(() => undefined);
  expect(titlesOf(notices)).toEqual([actions.unreached(20), "180"]);
});

it("an undo says that nothing had changed if there is no action", async () => {
  const notices = shownNotices();
  fakeService({ "GET /v1/actions": () => ({ body: [] }) });
  announce({ title: "Saved", undo: undoOfAction({ key: "k", size: 1, describe: String }) });
  undoLast();
  await until(() => titlesOf(notices).includes(actions.changedNothing));
  expect(titlesOf(notices)).not.toContain("That did not work");
});

it("an undo offers no decision by field if only details of an animal were left out", () => {
  const left = (kind: "pet" | "profile") => ({ subject: { kind, id: 7 }, name: "Luna", reason: "changed" as const });
  const of = (kind: "pet" | "profile") => canDecide(actionOf({ job: job({ leftCount: 1, left: [left(kind)] }) }));
  expect([of("pet"), of("profile")]).toEqual([true, false]);
});

it("an undo can be stopped", async () => {
  const asked = fakeService({
    "GET /v1/actions": () => ({ body: [actionOf()] }),
    "POST /v1/actions/1-1/undo": () => ({ status: 202, body: actionOf({ status: "undone", job: job({ done: 200 }) }) }),
    "POST /v1/actions/1-1/undo/stop": () => ({ body: actionOf() }),
  });
  const undo = undoOfAction({ key: "k", size: 200, describe: String });
  await undo.stop?.();
  expect(asked).toEqual([]);
  await undo.run(() => undefined);
  await undo.stop?.();
  expect(asked.at(-1)?.line).toBe("POST /v1/actions/1-1/undo/stop");
});

import { expect, it } from "vitest";
import { actionOf, attributeOf, eventOf } from "../../../test/support/examples";
import { actAs, fakeService } from "../../../test/support/fake-service";
import { textOf } from "../../../test/support/markup";
import { describeAction } from "../../components/action-sentence";
import { t } from "../../texts";
import { actions } from "../../texts/actions";
import { ActionDetails } from "./action-details";
import { ActionUndo } from "./action-undo";
import { EventRow } from "./event-row";
import { nestOrders } from "./queries";

const names = { nameOf: (id: number) => `Kind ${id}`, attributeOf: () => attributeOf() };
const partOf = (to: Readonly<Record<string, unknown>> | null, action = "pet.update") =>
  actionOf({ event: eventOf({ action }), parts: [{ action, count: 200, to }] });

it.each([
  [partOf({ status: "sold" }), "marked 200 animals sold"],
  [partOf({ categoryId: 4 }), "moved 200 animals to Kind 4"],
  [partOf({ "attributes.breed": "Beagle" }, "profile.update"), "changed Breed of 200 animals"],
  [partOf({ status: "sold", categoryId: 4 }), "changed 200 animals"],
  [partOf(null, "pet.delete"), "deleted 200 animals"],
  [actionOf({ parts: [{ action: "pet.update", count: 1, to: null }] }), undefined],
  [partOf(null, "order.update"), undefined],
  [{ ...partOf({ status: "available" }), undoes: "1-0" }, "undid 200 changes"],
  [{ ...partOf(null, "pet.delete"), undoes: "1-0" }, "undid 200 changes"],
])("says what was done to many animals %#", (action, text) => {
  const said = describeAction(action, names);
  expect(said && [said.text, said.value?.text].filter(Boolean).join(" ")).toBe(text);
});

const row = (action = actionOf()) => {
  actAs("clerk");
  fakeService({});
  const ignore = () => undefined;
  const given = { ownId: 9, names, isOpen: false, isSelected: false, isBusy: false, isAll: false };
  const acts = { canUndo: false, whyNoUndo: undefined, onSelect: ignore, onUndo: ignore, onToggle: ignore };
  return textOf(<EventRow event={action.event} action={action} {...given} {...acts} />);
};

it("says of a single change that it undoes another", () => {
  const one = { events: 1, parts: [{ action: "pet.update" as const, count: 1, to: { status: "sold" } }] };
  expect(row(actionOf({ ...one, undoes: "1-0" }))).toContain("· undoes a change");
  expect(row(actionOf(one))).not.toContain("undoes a change");
});

it("an action shows Undo all, then the progress with Stop, then the outcome, in one row", () => {
  expect(row()).toContain("Mara marked 200 animals sold");
  expect(row()).toContain(actions.undoAll);
  const job = {
    status: "running",
    done: 120,
    leftCount: 2,
    total: 200,
    startedAt: "",
    finishedAt: null,
    actionId: null,
    subject: null,
    left: null,
  };
  const running = row(actionOf({ status: "undoing", job }));
  expect([running.includes(actions.undoing(120, 200)), running.includes(t.common.stop)]).toEqual([true, true]);
  const impossible = { isPossible: false, reason: "undone", until: "" };
  const undone = row(actionOf({ status: "undone", undo: impossible, job: { ...job, status: "done" } }));
  expect([undone.includes("Undone"), undone.includes(actions.undoAll)]).toEqual([true, false]);
});

it("says that an undo stopped after three tries, and offers Resume and Drop to permitted people", () => {
  const job = {
    status: "waiting",
    done: 120,
    leftCount: 2,
    total: 200,
    startedAt: "",
    finishedAt: null,
    actionId: null,
    subject: null,
    left: null,
  };
  const waiting = row(actionOf({ status: "waiting", job }));
  for (const text of [actions.waiting, actions.resume, actions.drop]) expect(waiting).toContain(text);
  const undo = { isPossible: false, reason: "not_yours", until: "" };
  const others = row(actionOf({ status: "waiting", job, undo }));
  expect([others.includes(actions.waiting), others.includes(actions.resume)]).toEqual([true, false]);
});

it("says how many changes an undo did not reach, and offers to continue", () => {
  const job = {
    status: "stopped",
    done: 188,
    leftCount: 1,
    total: 200,
    startedAt: "",
    finishedAt: "",
    actionId: null,
    subject: null,
    left: null,
  };
  const stopped = row(actionOf({ status: "partly_undone", job }));
  expect(stopped).toContain("11 changes not put back yet");
  expect(stopped).toContain(actions.undoAll);
  expect(row(actionOf({ status: "partly_undone", job: { ...job, status: "done" } }))).not.toContain("not put back yet");
});

it("says why an action cannot be undone", () => {
  fakeService({});
  const undo = { isPossible: false, reason: "not_yours", until: "" };
  expect(textOf(<ActionDetails id="d" action={actionOf({ undo })} names={names} />)).toContain(
    actions.whyNot.not_yours,
  );
  expect(textOf(<ActionUndo action={actionOf({ undo })} title="x" />)).toBe("");
});

it("nests an event below another only if a step of an order changed its animal", () => {
  const step = eventOf({ id: 2, action: "order.update", subject: { kind: "order", id: 9 } });
  const status = eventOf({ id: 3, orderId: 9 });
  const other = eventOf({ id: 4, orderId: 10 });
  const rows = nestOrders([status, other, step].map((event) => ({ event })));
  expect(rows).toEqual([{ event: other }, { event: step, caused: status }]);
});

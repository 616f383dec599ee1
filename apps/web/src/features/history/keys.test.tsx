import type { AuditEvent } from "@petstore/contract/client";
import { afterAll, expect, it, vi } from "vitest";
import { draw } from "../../../test/support/draw";
import { eventOf } from "../../../test/support/examples";
import { actAs, fakeService } from "../../../test/support/fake-service";
import { EventList } from "./event-list";

// Test files share modules. If another file had already loaded the list, nothing in it could be replaced here.
const { runs } = vi.hoisted(() => {
  vi.resetModules();
  return { runs: new Map<string, () => void>() };
});
vi.mock(import("../../lib/page/shortcuts"), async (original) => ({
  ...(await original()),
  useShortcut: (keys, _label, run) => void runs.set(keys, run),
}));

afterAll(() => void vi.resetModules());

it("offers the actions of the row by keyboard, and none of them while an undo is running", async () => {
  actAs("manager");
  fakeService({ "GET /v1/categories": () => ({ body: [] }) });
  const done: string[] = [];
  const at = new Date().toISOString();
  const all = [
    eventOf({ at }),
    eventOf({
      id: 2,
      at,
      action: "category.update",
      subject: { kind: "category", id: 4 },
      before: { name: "Dgos" },
      after: { name: "Dogs" },
    }),
    eventOf({ id: 3, at, action: "category.merge", subject: { kind: "category", id: 4 } }),
    eventOf({ id: 4, at }),
  ];
  await draw(EventList, {
    rows: all.map((event) => ({ event })),
    selected: new Map(),
    busyIds: new Set([4]),
    isAll: false,
    petNameOf: () => undefined,
    onSelect: ({ id }: AuditEvent, isOn: boolean) => done.push(`select ${id} ${isOn}`),
    onUndo: ({ id }: AuditEvent) => done.push(`undo ${id}`),
  });
  for (const { id } of all) {
    Object.assign(document, { activeElement: { closest: () => ({ getAttribute: () => String(id) }) } });
    runs.get("x")?.();
    runs.get("u")?.();
  }
  Object.assign(document, { activeElement: null });
  runs.get("u")?.();
  expect(done).toEqual(["select 1 true", "undo 1", "select 2 true", "undo 2", "select 4 true"]);
});

import { describe, expect, it, vi } from "vitest";
import { draw } from "../../../../test/support/draw";
import { attributeOf } from "../../../../test/support/examples";
import { fakeService } from "../../../../test/support/fake-service";
import { until } from "../../../../test/support/hook";
import { AttributeInput } from "../../../components/attribute-input";
import { Button } from "../../../components/button";
import { CategoryPicker } from "../../../components/category-picker";
import { Dialog } from "../../../components/dialog";
import { SelectField } from "../../../components/field";
import { t } from "../../../texts";
import BulkDialog from "./bulk-dialog";
import type { BulkState } from "./use-bulk";

const ignore = () => undefined;
const plan = { edits: [1, 2].map((id) => ({ id, from: null, to: null })), already: 0, left: [] };
const running = { action: { kind: "delete" }, plan, done: [plan.edits[0]], conflicts: [] } as const;

const open = (state: object, total = 2, elsewhere = 0) => {
  const calls = { open: vi.fn<(action: object | string) => void>(), run: ignore, stop: ignore, close: ignore };
  const bulk = { ...calls, state: state as BulkState };
  return draw(BulkDialog, { bulk, total, elsewhere, finalFocus: () => null }).then((dialog) => ({ dialog, calls }));
};

describe("the bulk dialog", () => {
  it("can only be stopped, and not be closed, while it runs", async () => {
    const { dialog } = await open({ ...running, phase: "running", isStopping: false });
    expect([dialog.get(Dialog).onClose, dialog.get(Button).children]).toEqual([undefined, t.common.stop]);
    const ready = await open({ phase: "ready", action: running.action, plan });
    expect(ready.dialog.get(Dialog).onClose).toBe(ready.calls.close);
  });

  it("shows a danger button only for a deletion", async () => {
    const variantOf = async (action: object) =>
      (await open({ phase: "ready", action, plan })).dialog.every(Button).at(-1)?.variant;
    expect([await variantOf({ kind: "delete" }), await variantOf({ kind: "status", status: "sold" })]).toEqual([
      "danger",
      "primary",
    ]);
  });

  it("says how many of the selected animals the person does not see", async () => {
    const sentences = async (elsewhere: number) => {
      const { dialog } = await open({ phase: "ready", action: running.action, plan }, 2, elsewhere);
      const ready = await dialog.part("Ready");
      return ready.every<{ children: unknown }>("p").map(({ children }) => children);
    };
    expect(await sentences(2)).toContain("2 not on this page");
    expect(await sentences(0)).toHaveLength((await sentences(2)).length - 1);
  });

  it("shows how many of the selected animals it has read", async () => {
    const { dialog } = await open({ phase: "checking", action: running.action, found: 40 }, 90);
    expect(dialog.get<{ value: number; max: number }>("Progress")).toMatchObject({ value: 40, max: 90 });
  });

  it("distinguishes whether a change was stopped, is done or has failed", async () => {
    const textOf = async (state: object) =>
      (await open({ ...running, ...state })).dialog.every<{ children: unknown }>("p")[0]?.children;
    expect([
      await textOf({ phase: "finished", isStopped: true }),
      await textOf({ phase: "finished", isStopped: false }),
      await textOf({ phase: "failed", error: new Error("No.") }),
    ]).toEqual([t.pets.bulk.stopped(1, "2"), t.pets.bulk.finished(1), t.pets.bulk.failed(1, "2")]);
  });

  it("continues once a field has a value, or is cleared", async () => {
    const weight = {
      id: 1,
      name: "weight",
      label: "Weight",
      type: "number",
      unit: "kg",
      options: [],
      isArchived: false,
    };
    const old = { ...weight, id: 2, name: "old", isArchived: true };
    fakeService({ "GET /v1/attributes": () => ({ body: [weight, old] }) });
    const { dialog, calls } = await open({ phase: "field" });
    const step = await dialog.part("FieldStep");
    await until(() => step.has(AttributeInput));
    const submit = () => step.get<{ onSubmit: (event: object) => void }>("form").onSubmit({ preventDefault: ignore });
    submit();
    expect(calls.open.mock.calls).toEqual([]);
    expect(step.get(SelectField).options).toHaveLength(1);
    step.get(AttributeInput).onChange("7,5");
    await until(() => step.get(AttributeInput).value === "7,5");
    submit();
    step.get<{ onChange: (event: object) => void }>("input").onChange({ target: { checked: true } });
    await until(() => !step.has(AttributeInput));
    submit();
    expect(calls.open.mock.calls).toEqual([
      [{ kind: "field", one: weight, value: 7.5 }],
      [{ kind: "field", one: weight, value: null }],
    ]);
  });

  it("starts with the value that was refused, and empty for another field", async () => {
    const [breed, coat] = [attributeOf(), attributeOf({ id: 5, name: "coat", label: "Coat" })];
    fakeService({ "GET /v1/attributes": () => ({ body: [breed, coat] }) });
    const step = async (value: unknown) => {
      const { dialog } = await open({ phase: "field", last: { kind: "field", one: coat, value } });
      const drawn = await dialog.part("FieldStep");
      await until(() => drawn.has(SelectField));
      return drawn;
    };
    const drawn = await step("Curly");
    expect([drawn.get(SelectField).value, drawn.get(AttributeInput).value]).toEqual(["coat", "Curly"]);
    drawn.get(SelectField).onValueChange?.("breed");
    await until(() => drawn.get(SelectField).value === "breed");
    expect(drawn.get(AttributeInput).value).toBe("");
    expect((await step(null)).has(AttributeInput)).toBe(false);
  });

  it("offers another value only after a refused value", async () => {
    const offers = async (action: object) => {
      const { dialog, calls } = await open({ phase: "check-failed", action, error: new Error("No.") });
      dialog
        .every(Button)
        .at(-1)
        ?.onClick?.(undefined as never);
      return calls.open.mock.calls;
    };
    expect([await offers({ kind: "field", one: attributeOf(), value: 1 }), await offers(running.action)]).toEqual([
      [["field"]],
      [],
    ]);
  });

  it("continues once a category is chosen", async () => {
    fakeService({ "GET /v1/categories": () => ({ body: [] }) });
    const { dialog, calls } = await open({ phase: "category" });
    const step = await dialog.part("CategoryStep");
    const next = () => step.get(Button, { variant: "primary" });
    expect(next().disabled).toBe(true);
    step.get(CategoryPicker).onChange(4);
    await until(() => next().disabled === false);
    next().onClick?.(undefined as never);
    expect(calls.open.mock.calls).toEqual([[{ kind: "category", categoryId: 4 }]]);
  });
});

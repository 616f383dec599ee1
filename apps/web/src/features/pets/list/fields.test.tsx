import type { Attribute } from "@petstore/contract/client";
import { MAX_ATTRIBUTE_FILTERS } from "@petstore/contract/schemas";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { draw } from "../../../../test/support/draw";
import { attributeOf } from "../../../../test/support/examples";
import { actAs, fakeService } from "../../../../test/support/fake-service";
import { runHook, settled, until } from "../../../../test/support/hook";
import { Button } from "../../../components/button";
import { SelectField, TextField } from "../../../components/field";
import { MenuCheckbox } from "../../../components/menu-parts";
import SaveViewDialog from "../../../components/views/save-view-dialog";
import { attributesQuery } from "../../../lib/pets/attributes";
import { queryClient } from "../../../lib/service/query-client";
import { usePutView } from "../../../lib/views/view-writes";
import { chosenColumns, useColumns } from "../chosen-columns";
import type { AttributeFilters } from "../search";
import { ColumnsMenu } from "./columns-menu";
import { FieldFilters } from "./field-filters";
import FilterDialog from "./filter-dialog";

const ignore = () => undefined;
const number = (id: number, name: string, fields: Partial<Attribute> = {}) =>
  attributeOf({ id, name, label: name, type: "number", decimals: 0, ...fields });
const [weight, age, kennel] = [number(1, "weight"), number(2, "age"), number(3, "kennel", { isArchived: true })];
const breed = attributeOf({ id: 5 });
const all = [weight, age, kennel, breed];

beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: ignore });
});
afterEach(() => vi.unstubAllGlobals());

describe("the filters by fields", () => {
  type Dialog = Parameters<typeof FilterDialog>[0];
  const open = async (attributes: AttributeFilters, fields = all, rest: object = {}) => {
    queryClient.setQueryData(attributesQuery.queryKey, fields);
    const filter = vi.fn<(order: object) => void>();
    const bar = await draw(FieldFilters, { search: { attributes, ...rest }, actions: { filter } as never });
    const dialog = () => bar.every<Partial<Dialog>>("*").find(({ onChoose }) => onChoose) as Dialog | undefined;
    const buttons = () => bar.every<{ title: string; onClick: () => void }>("button");
    return { bar, filter: filter.mock.calls, dialog, buttons };
  };

  it("are removed one by one, and the last one removes the parameter", async () => {
    const { filter, buttons } = await open({ weight: ["5.."], kennel: ["12"] });
    expect(buttons().map(({ title }) => title)).toEqual([
      "Change the filter weight: from 5",
      "Remove the filter weight: from 5",
      "Change the filter kennel: 12",
      "Remove the filter kennel: 12",
    ]);
    buttons()[1]?.onClick();
    const last = await open({ weight: ["5.."] });
    last.buttons()[1]?.onClick();
    expect([filter, last.filter]).toEqual([[[{ attributes: { kennel: ["12"] } }]], [[{ attributes: undefined }]]]);
  });

  it("are added to the existing filters, and removed if they have no value", async () => {
    const { bar, filter, dialog } = await open({ weight: ["5.."] });
    expect(dialog()).toBeUndefined();
    for (const values of [["1..3"], []]) {
      bar.get(Button).onClick?.(undefined as never);
      await until(() => dialog() !== undefined);
      expect(dialog()?.fields.map(({ name }) => name)).toEqual(["+added", "age", "breed"]);
      dialog()?.onChoose(values.length > 0 ? "age" : "weight", values);
      await until(() => dialog() === undefined);
    }
    expect(filter).toEqual([[{ attributes: { weight: ["5.."], age: ["1..3"] } }], [{ attributes: undefined }]]);
  });

  it("open a dialog that lists their field, even if the field is archived", async () => {
    const { dialog, buttons } = await open({ weight: ["5.."], kennel: ["12"] });
    buttons()[2]?.onClick();
    await until(() => dialog() !== undefined);
    expect([dialog()?.first, dialog()?.fields.map(({ name }) => name)]).toEqual([
      "kennel",
      ["+added", "age", "kennel", "breed"],
    ]);
  });

  it("are offered while a field has no filter, up to the limit", async () => {
    const has = async (filters: AttributeFilters, fields: readonly Attribute[]) =>
      (await open(filters, [...fields])).bar.has(Button);
    const many = Array.from({ length: MAX_ATTRIBUTE_FILTERS + 1 }, (_, at) => number(at + 1, `n${at}`));
    const full = Object.fromEntries(many.slice(1).map(({ name }) => [name, ["1"]]));
    expect([await has({}, []), await has(full, many), await has({}, many)]).toEqual([true, false, true]);
  });

  it("filter by whole days of addition, together with the other filters", async () => {
    const moment = (day: number) => new Date(2026, 10, day).toISOString();
    const { bar, filter, dialog, buttons } = await open({ weight: ["5.."] }, all, { createdFrom: moment(3) });
    expect(buttons().map(({ title }) => title)[0]).toMatch(/^Change the filter Added: from 3 Nov/);
    buttons()[1]?.onClick();
    bar.get(Button).onClick?.(undefined as never);
    await until(() => dialog() !== undefined);
    dialog()?.onChoose("+added", ["2026-11-03..2026-11-04"]);
    expect(filter).toEqual([
      [{ createdFrom: undefined, createdTo: undefined, attributes: { weight: ["5.."] } }],
      [{ createdFrom: moment(3), createdTo: moment(5), attributes: { weight: ["5.."] } }],
    ]);
  });

  it("remember the choice for each field in the dialog", async () => {
    const onChoose = vi.fn<(name: string, values: readonly string[]) => void>();
    const filters = { weight: ["5.."], age: ["..3"] };
    const given = { fields: [weight, age, breed], first: "weight", filters, onChoose, onClose: ignore };
    const dialog = await draw(FilterDialog, given);
    const values = async () => (await dialog.part("RangeValues")).every(TextField).map(({ value }) => value);
    const submit = () => dialog.get<{ onSubmit: (event: object) => void }>("form").onSubmit({ preventDefault: ignore });
    expect(await values()).toEqual(["5", ""]);
    submit();
    dialog.get(SelectField).onValueChange?.("age");
    await until(() => dialog.element("RangeValues").key === "age");
    expect(await values()).toEqual(["", "3"]);
    submit();
    dialog.get(SelectField).onValueChange?.("breed");
    await until(() => dialog.has("TextValues"));
    submit();
    expect(onChoose.mock.calls).toEqual([
      ["weight", ["5.."]],
      ["age", ["..3"]],
      ["breed", []],
    ]);
  });
});

describe("the columns", () => {
  it("are added and removed, and never show an archived field", async () => {
    chosenColumns.set([]);
    const asked = fakeService({ "GET /v1/attributes": () => ({ body: all }) });
    const columns = await runHook(() => useColumns({}, [], undefined));
    await settled();
    expect([asked, columns.now()]).toEqual([[], { columns: [], isReady: true, isUsual: false }]);
    const arrange = vi.fn<(layout: object) => void>();
    const menu = await draw(() => ColumnsMenu({ shown: columns.now(), actions: { arrange } }), {});
    await until(() => menu.has(MenuCheckbox));
    const boxes = () => menu.every(MenuCheckbox);
    expect(boxes().length).toBe(3);
    const toggle = async (at: number, ...names: readonly string[]) => {
      boxes()[at]?.onChange(boxes()[at]?.isOn === false);
      menu.rerender();
      await until(
        () =>
          columns
            .now()
            .columns.map(({ name }) => name)
            .join() === names.join(),
      );
    };
    await toggle(2, "breed");
    await toggle(0, "breed", "weight");
    await toggle(2, "weight");
    await toggle(0);
    expect(arrange.mock.calls).toEqual([
      [{ columns: ["breed"] }],
      [{ columns: ["breed", "weight"] }],
      [{ columns: ["weight"] }],
      [{ columns: undefined }],
    ]);
    chosenColumns.set(["kennel", "age", "gone"]);
    await until(() => columns.now().columns[0]?.name === "age");
    expect(columns.now().columns).toEqual([age]);
    const ofAddress = await runHook(() => useColumns({ columns: ["weight", "breed", "age"] }, [], undefined));
    expect(ofAddress.now().columns).toEqual([weight, breed, age]);
    chosenColumns.set(null);
  });
});

describe("a view", () => {
  it("says which view it will replace, and keeps the filters by fields", async () => {
    actAs("clerk");
    const view = { name: "Heavy", isOwn: true, isShared: false, query: {} };
    const asked = fakeService({ "PUT /v1/views/Heavy": () => ({ body: {} }), "GET /v1/views": () => ({ body: [] }) });
    const dialog = await draw(SaveViewDialog, {
      views: [view] as never,
      list: { page: "pets", now: {} },
      onClose: ignore,
    });
    const label = () => dialog.get<{ label: string }>("FormActions").label;
    const before = label();
    dialog.get<{ onValueChange: (name: string) => void }>(TextField as never).onValueChange("heavy");
    await until(() => label() !== before);
    const hook = await runHook(() => usePutView());
    const query = { attributes: { weight: ["5.."] } };
    hook.now().mutate({ page: "pets", name: "Heavy", query, isShared: false });
    await until(() => hook.now().isSuccess);
    expect(asked[0]?.body).toEqual({ page: "pets", query, isShared: false });
  });
});

import type { Attribute } from "@petstore/contract/client";
import { MAX_ATTRIBUTE_FILTERS } from "@petstore/contract/schemas";
import type { ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { draw } from "../../../../test/support/draw";
import { attributeOf } from "../../../../test/support/examples";
import { actAs, fakeService } from "../../../../test/support/fake-service";
import { runHook, settled, until } from "../../../../test/support/hook";
import { TextField } from "../../../components/field";
import { FilterDialog } from "../../../components/filters/filter-dialog";
import { MenuCheckbox } from "../../../components/menu-parts";
import SaveViewDialog from "../../../components/views/save-view-dialog";
import { attributesQuery } from "../../../lib/pets/attributes";
import { queryClient } from "../../../lib/service/query-client";
import { usePutView } from "../../../lib/views/view-writes";
import { chosenColumns, useColumns } from "../chosen-columns";
import type { AttributeFilters } from "../search";
import { ColumnsMenu } from "./columns-menu";
import FieldFilterForm from "./field-filter-form";
import { useFieldFilters } from "./use-field-filters";

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
  const open = async (attributes: AttributeFilters, fields = all, rest: object = {}) => {
    queryClient.setQueryData(attributesQuery.queryKey, fields);
    const filter = vi.fn<(order: object) => void>();
    const { now } = await runHook(() => useFieldFilters({ attributes, ...rest }, { filter }));
    const of = (name: string) => now().find((one) => one.name === name);
    const choose = (name: string, values: readonly string[]) => {
      const form = of(name)?.renderForm?.({ label: name, isData: true, onClose: ignore });
      (form as ReactElement<Parameters<typeof FieldFilterForm>[0]>).props.onChoose(values);
    };
    const names = (isSet: boolean) =>
      now().flatMap(({ name, words, renderForm }) => ((words !== undefined) === isSet && renderForm ? [name] : []));
    return { of, choose, filter: filter.mock.calls, set: () => names(true), offered: () => names(false) };
  };

  it("are removed one by one, and the last one removes the parameter", async () => {
    const { filter, of } = await open({ weight: ["5.."], kennel: ["12"] });
    expect([of("weight")?.words, of("kennel")?.words]).toEqual(["weight: from 5", "kennel: 12"]);
    of("weight")?.onRemove();
    const last = await open({ weight: ["5.."] });
    last.of("weight")?.onRemove();
    expect([filter, last.filter]).toEqual([[[{ attributes: { kennel: ["12"] } }]], [[{ attributes: undefined }]]]);
  });

  it("are added to the existing filters, and removed if they have no value", async () => {
    const { filter, choose, set, offered } = await open({ weight: ["5.."] });
    expect([set(), offered()]).toEqual([["weight"], ["+added", "age", "breed"]]);
    choose("age", ["1..3"]);
    choose("weight", []);
    expect(filter).toEqual([[{ attributes: { weight: ["5.."], age: ["1..3"] } }], [{ attributes: undefined }]]);
  });

  it("can be changed even if the field is archived, and removed even if it was deleted", async () => {
    const { of, set, filter } = await open({ kennel: ["12"], gone: ["x"] });
    expect([set(), of("gone")?.words, of("gone")?.renderForm]).toEqual([["kennel"], "gone: x", undefined]);
    of("gone")?.onRemove();
    expect(filter).toEqual([[{ attributes: { kennel: ["12"] } }]]);
  });

  it("are offered while a field has no filter, up to the limit", async () => {
    const many = Array.from({ length: MAX_ATTRIBUTE_FILTERS + 1 }, (_, at) => number(at + 1, `n${at}`));
    const full = Object.fromEntries(many.slice(1).map(({ name }) => [name, ["1"]]));
    expect((await open(full, [...many])).offered()).toEqual(["+added"]);
    expect((await open({}, [...many])).offered().length).toBe(many.length + 1);
  });

  it("filter by whole days of addition, together with the other filters", async () => {
    const moment = (day: number) => new Date(2026, 10, day).toISOString();
    const { of, choose, filter } = await open({ weight: ["5.."] }, all, { createdFrom: moment(3) });
    expect(of("+added")?.words).toMatch(/^Added: from 3 Nov/);
    of("+added")?.onRemove();
    choose("+added", ["2026-11-03..2026-11-04"]);
    expect(filter).toEqual([
      [{ createdFrom: undefined, createdTo: undefined, attributes: { weight: ["5.."] } }],
      [{ createdFrom: moment(3), createdTo: moment(5), attributes: { weight: ["5.."] } }],
    ]);
  });

  it("take what was typed only when it is applied", async () => {
    const onChoose = vi.fn<(values: readonly string[]) => void>();
    const given = { one: weight, values: ["5.."], label: "weight", isData: true, onChoose, onClose: ignore };
    const form = await draw(FieldFilterForm, given);
    const values = async () => (await form.part("RangeValues")).every(TextField).map(({ value }) => value);
    expect(await values()).toEqual(["5", ""]);
    (await form.part("RangeValues")).every(TextField)[1]?.onValueChange?.("8,5", undefined as never);
    await until(() => form.get<{ values?: readonly string[] }>("RangeValues").values?.[0] === "5..8.5");
    expect(onChoose).not.toHaveBeenCalled();
    form.get(FilterDialog).onApply();
    expect(onChoose.mock.calls).toEqual([[["5..8.5"]]]);
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

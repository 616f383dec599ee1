import type { Attribute } from "@petstore/contract/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { draw, pageAt } from "../../../test/support/draw";
import { attributeOf, categoryOf } from "../../../test/support/examples";
import { actAs, fakeService, held, inTurn, refusal } from "../../../test/support/fake-service";
import { settled, until, watchRefresh } from "../../../test/support/hook";
import { AttributeInput } from "../../components/attribute-input";
import { Badge } from "../../components/badge";
import { Button, IconButton } from "../../components/button";
import { ContractForm } from "../../components/contract-form";
import { ConfirmDialog, Drawer } from "../../components/dialog";
import { SelectField } from "../../components/field";
import type { ApiError } from "../../lib/service/api-error";
import { attributesQuery } from "../../lib/pets/attributes";
import { categoriesQuery } from "../../lib/pets/categories";
import { queryClient } from "../../lib/service/query-client";
import { t } from "../../texts";
import { AttributeDrawer, NewAttributeDrawer } from "./attribute-drawer";
import { AttributeFields } from "./attribute-fields";
import { ArchivedList, AttributeList } from "./attribute-list";
import { AttributesPage } from "./attributes-page";
import { CategoryChoice } from "./category-choice";
import { formOf, type OptionText } from "./form-values";
import { OptionsEditor } from "./options-editor";
import { Preview } from "./preview";
import { attributeQuery } from "./queries";
import { parseAttributeSearch } from "./search";

it("saving a field sends only the values that were changed in this drawer", async () => {
  watchRefresh();
  const [one, onClose] = [attributeOf(), vi.fn<() => void>()];
  const theirs = { ...one, help: "As the vet says", isArchived: true };
  const asked = fakeService({ "PATCH /v1/attributes/4": () => ({ body: theirs }) });
  queryClient.setQueryData(attributeQuery(4).queryKey, { one, etag: '"1"' });
  const { type, props } = (await draw(AttributeDrawer, { id: 4, onClose })).element("EditAttribute");
  const given: { current: object } = { current: props };
  const drawer = await draw(() => (type as (props: object) => React.ReactNode)(given.current), {});
  const form = () => drawer.get(ContractForm);
  given.current = { ...props, one: theirs, etag: '"2"' };
  drawer.rerender();
  await until(() => drawer.has(Badge));
  form().onSubmit(form().toInput({}));
  expect([asked.length, onClose.mock.calls.length]).toEqual([0, 1]);
  drawer.get(AttributeFields).onChange({ label: "Kind" });
  await until(() => drawer.get(AttributeFields).form.label === "Kind");
  expect(drawer.get<{ readonly role: string; readonly children: string }>("p", { role: "status" }).children).toContain(
    "Somebody else changed this field",
  );
  form().onSubmit(form().toInput({}));
  await until(() => onClose.mock.calls.length === 2);
  expect(asked.map(({ body, headers }) => [body, headers.get("if-match")])).toEqual([[{ label: "Kind" }, '"2"']]);
});

it("a double press of the shortcut adds and saves a field only once", async () => {
  watchRefresh();
  const [one, onClose] = [attributeOf(), vi.fn<() => void>()];
  const [added, saved] = [held(() => ({ status: 201, body: one })), held(() => ({ body: one }))];
  const asked = fakeService({ "POST /v1/attributes": added.answer, "PATCH /v1/attributes/4": saved.answer });
  queryClient.setQueryData(attributeQuery(4).queryKey, { one, etag: '"1"' });
  const drawers = [
    await draw(NewAttributeDrawer, { position: 10, onClose }),
    await (await draw(AttributeDrawer, { id: 4, onClose })).part("EditAttribute"),
  ];
  for (const drawer of drawers) {
    const submit = () => drawer.get(ContractForm).onSubmit({ label: "Kind" });
    submit();
    await until(() => drawer.has(Button, { isBusy: true }));
    submit();
  }
  added.release();
  saved.release();
  await until(() => queryClient.isMutating() === 0);
  expect(asked.map(({ line }) => line)).toEqual(["POST /v1/attributes", "PATCH /v1/attributes/4"]);
  expect(onClose.mock.calls.length).toBe(2);
});

it("a save that ends after its drawer was closed closes no other drawer", async () => {
  watchRefresh();
  const [one, onClose] = [attributeOf(), vi.fn<() => void>()];
  const [added, saved] = [held(() => ({ status: 201, body: one })), held(() => ({ body: one }))];
  fakeService({ "POST /v1/attributes": added.answer, "PATCH /v1/attributes/4": saved.answer });
  queryClient.setQueryData(attributeQuery(4).queryKey, { one, etag: '"1"' });
  for (const drawer of [
    await draw(NewAttributeDrawer, { position: 10, onClose }),
    await (await draw(AttributeDrawer, { id: 4, onClose })).part("EditAttribute"),
  ]) {
    drawer.get(ContractForm).onSubmit({ label: "Kind" });
    await until(() => drawer.has(Button, { isBusy: true }));
    drawer.unmount();
    await settled();
  }
  added.release();
  saved.release();
  await until(() => queryClient.isMutating() === 0);
  expect(onClose).not.toHaveBeenCalled();
});

it("the form of a field shows a problem at its field, and accepts an empty change", async () => {
  queryClient.setQueryData(attributeQuery(4).queryKey, { one: attributeOf(), etag: '"1"' });
  const drawer = await (await draw(AttributeDrawer, { id: 4, onClose: () => undefined })).part("EditAttribute");
  const { schema } = drawer.get(ContractForm);
  expect(schema.safeParse({ minimum: "low" }).error?.issues.map(({ path }) => path)).toEqual([["minimum"]]);
  expect(schema.safeParse({}).success).toBe(true);
});

describe("a refused change", () => {
  const open = async (handlers: Parameters<typeof fakeService>[0], fields: Partial<Attribute> = {}) => {
    const refreshed = vi.spyOn(queryClient, "invalidateQueries").mockResolvedValue();
    onTestFinished(() => refreshed.mockRestore());
    const asked = fakeService(handlers);
    queryClient.setQueryData(attributeQuery(4).queryKey, { one: attributeOf(fields), etag: '"1"' });
    const onClose = vi.fn<() => void>();
    const outer = await draw(AttributeDrawer, { id: 4, onClose });
    const drawer = await outer.part("EditAttribute");
    const error = () => drawer.get<{ error: unknown }>("Refusal").error as ApiError | null;
    const remove = async () => {
      const { onConfirm } = drawer.get(ConfirmDialog);
      drawer.get(Button, { variant: "quiet" }).onClick?.(undefined as never);
      await until(() => drawer.get(ConfirmDialog).isOpen);
      onConfirm();
      await until(() => !drawer.get(ConfirmDialog).isOpen);
    };
    const save = () => drawer.get(ContractForm).onSubmit({ label: "Kind" });
    const archive = (children = t.attributes.archive) =>
      drawer.every(Button, { children }).map(({ onClick, isBusy }) => ({ onClick, isBusy }));
    return { outer, drawer, asked, error, remove, save, archive, onClose, refreshed: refreshed.mock.calls };
  };
  const inUse = { status: 409, body: { code: "in_use", message: "pet 7 has a value of attribute 4", status: 409 } };
  const stale = () => refusal(412, "precondition_failed");

  it("is explained until the next attempt, which uses the newest state of the field", async () => {
    const { answer, release } = held(() => refusal(400, "invalid_request"));
    const { outer, drawer, error, remove, save, refreshed } = await open({
      "PATCH /v1/attributes/4": inTurn(stale, answer),
      "DELETE /v1/attributes/4": () => inUse,
    });
    expect(outer.element("EditAttribute").key).toBe("4");
    save();
    await until(() => error()?.status === 412);
    expect([drawer.get(ContractForm).error, refreshed]).toEqual([null, [[{ queryKey: ["attributes"] }]]]);
    await remove();
    await until(() => error()?.status === 409);
    save();
    await until(() => error() === null);
    release();
    await until(() => error()?.status === 400);
    expect(drawer.get(ContractForm).error).toBe(error());
  });

  it("offers to archive a field that cannot be deleted", async () => {
    const archived = await open({ "DELETE /v1/attributes/4": () => inUse }, { isArchived: true });
    await archived.remove();
    await until(() => archived.error() !== null);
    expect(archived.archive()).toEqual([]);
    queryClient.clear();
    const { answer, release } = held(() => ({ body: attributeOf({ isArchived: true }) }));
    const { asked, error, remove, archive, onClose } = await open({
      "DELETE /v1/attributes/4": () => inUse,
      "PATCH /v1/attributes/4": answer,
    });
    await remove();
    await until(() => error() !== null);
    archive()
      .at(-1)
      ?.onClick?.(undefined as never);
    await until(() => archive().every(({ isBusy }) => isBusy === true));
    release();
    await until(() => onClose.mock.calls.length === 1);
    expect(asked.at(-1)?.body).toEqual({ isArchived: true });
  });

  it("says that the field is gone only if the service says so", async () => {
    const titleAfter = async (status: number) => {
      fakeService({ "GET /v1/attributes/4": () => refusal(status, "not_found") });
      const drawer = await draw(AttributeDrawer, { id: 4, onClose: () => undefined });
      await until(() => !drawer.has("SkeletonRows"));
      queryClient.clear();
      return drawer.get(Drawer).title;
    };
    expect([await titleAfter(404), await titleAfter(400)]).toEqual([t.attributes.gone, t.common.loading]);
  });
});

describe("the page of fields", () => {
  it("is for managers, and lists archived fields separately", async () => {
    const isThere = async (role: "clerk" | "manager") => {
      actAs(role);
      return (await draw(AttributesPage, {})).has("Fields");
    };
    expect([await isThere("clerk"), await isThere("manager")]).toEqual([false, true]);
    queryClient.setQueryData(attributesQuery.queryKey, [attributeOf(), attributeOf({ id: 5, isArchived: true })]);
    const page = await pageAt("/fields", parseAttributeSearch);
    const fields = await (await draw(AttributesPage, {}, page)).part("Fields");
    const content = await fields.part("Content");
    const idsOf = (list: typeof AttributeList) => content.get(list).fields.map(({ id }) => id);
    expect([idsOf(AttributeList), idsOf(ArchivedList)]).toEqual([[4], [5]]);
  });

  it("announces the new position of a moved field, and stops at the ends", async () => {
    fakeService({ "PATCH /v1/attributes/1": () => ({ body: attributeOf() }) });
    watchRefresh();
    const all = [1, 2].map((id) => attributeOf({ id, label: `Field ${id}`, position: id * 10 }));
    const list = await draw(AttributeList, { fields: all, onOpen: () => undefined });
    const said = () => list.get<{ role: string; children: string }>("p", { role: "status" }).children;
    expect(list.every(IconButton).map(({ disabled }) => disabled)).toEqual([true, false, false, true]);
    const { onPointerDown, onPointerUp } = list.get<Record<"onPointerDown" | "onPointerUp", (event: object) => void>>(
      "span",
      { title: t.attributes.drag("Field 1") } as never,
    );
    const press = { button: 0, preventDefault: () => undefined, currentTarget: { setPointerCapture: () => undefined } };
    onPointerDown(press);
    await until(() =>
      list.every<{ className: string }>("li").some(({ className }) => className.includes("opacity-50")),
    );
    list.get<{ onPointerUp: (event: object) => void }>("span").onPointerUp({});
    await settled();
    expect([said(), onPointerUp !== undefined]).toEqual(["", true]);
    list.every(IconButton)[1]?.onClick?.(undefined as never);
    await until(() => said() === t.attributes.movedTo("Field 1", 2, 2));
    await until(() => queryClient.isMutating() === 0);
  });
});

describe("the form of a field", () => {
  type Row = Readonly<{ option: OptionText }> &
    Record<"onEnter" | "onRemove", () => void> & {
      onPasteLines: (lines: readonly string[]) => void;
    };
  const options: readonly OptionText[] = [
    { key: 5, value: "small", label: "Small" },
    { key: 1, value: "large", label: "Large" },
  ];

  it("adds an option by Enter, and several by pasting lines", async () => {
    const onChange = vi.fn<(options: readonly OptionText[]) => void>();
    const editor = await draw(OptionsEditor, { label: "Options", options, onChange });
    const [first] = editor.every<Row>("OptionRow");
    first?.onEnter();
    first?.onPasteLines([" Tiny ", "Medium"]);
    expect(onChange.mock.calls.map(([next]) => next)).toEqual([
      [options[0], { key: 6, value: "", label: "" }, options[1]],
      [{ ...options[0], label: "Tiny" }, { key: 6, value: "", label: "Medium" }, options[1]],
    ]);
    const row = await editor.part("OptionRow");
    const input = row.get<Record<"onKeyDown" | "onPaste", (event: object) => void>>("input");
    const preventDefault = vi.fn<() => void>();
    // The drawer handles Ctrl+Enter, which saves the field, and the browser itself pastes a single line.
    input.onKeyDown({ key: "Enter", ctrlKey: true, preventDefault });
    input.onPaste({ clipboardData: { getData: () => "Tiny\n" }, preventDefault });
    expect([preventDefault.mock.calls.length, onChange.mock.calls.length]).toEqual([0, 2]);
    input.onPaste({ clipboardData: { getData: () => "Tiny\n\nHuge" }, preventDefault });
    expect(onChange.mock.calls[2]?.[0].map(({ label }) => label)).toEqual(["Tiny", "Huge", "Large"]);
  });

  it("discards the value in the preview when the type changes", async () => {
    const shown = { one: attributeOf() };
    const preview = await draw(() => Preview(shown), {});
    const value = () => preview.get(AttributeInput).value;
    preview.get(AttributeInput).onChange("Collie");
    await until(() => value() === "Collie");
    shown.one = attributeOf({ type: "choices" });
    preview.rerender();
    await until(() => Array.isArray(value()));
  });

  it("keeps the categories, and derives an emptied name from the label", async () => {
    queryClient.setQueryData(
      categoriesQuery.queryKey,
      [1, 2].map((id) => categoryOf({ id, name: `Kind ${id}` })),
    );
    const onChange = vi.fn<(change: unknown) => void>();
    const choice = await draw(CategoryChoice, { value: [1], onChange });
    type Box = { type: string; onChange: (event: object) => void };
    const boxes = choice.every<Box>("input", { type: "checkbox" });
    boxes[1]?.onChange({ target: { checked: true } });
    boxes[0]?.onChange({ target: { checked: false } });
    const form = { ...formOf(undefined), label: "Kind", name: "sort" };
    const kindOf = async (isNew: boolean) => (await draw(AttributeFields, { form, onChange, isNew })).part("KindOf");
    const added = await kindOf(true);
    added.get<{ onValueChange: (name: string) => void }>("TextField").onValueChange("");
    expect(onChange.mock.calls).toEqual([[[1, 2]], [[]], [{ name: undefined }]]);
    const kinds = [added, await kindOf(false)].map((one) => one.get(SelectField).disabled);
    expect(kinds).toEqual([false, true]);
  });
});

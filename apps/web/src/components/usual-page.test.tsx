import { Name } from "@petstore/contract/schemas";
import { Warehouse } from "lucide-react";
import type { ReactElement } from "react";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { draw, pageAt } from "../../test/support/draw";
import { until, watchRefresh } from "../../test/support/hook";
import { shownNotices, titlesOf } from "../../test/support/notices";
import { parseUsualSearch } from "../lib/page/usual-search";
import { ApiError } from "../lib/service/api";
import { queryClient } from "../lib/service/query-client";
import type { Named, UsualResource } from "../lib/service/usual-resource";
import { Button } from "./button";
import { ContractForm } from "./contract-form";
import type { ResourceList } from "./resource-list";
import { type NoneYet, Paged } from "./resource-page";
import { SchemaFields, typedValues } from "./schema-fields";
import { EmptyState } from "./states";
import { UsualPage } from "./usual-page";

type Shelf = { readonly id: number; readonly name: string; readonly size: number; readonly note: string | null };

const fields = { name: Name, size: z.int().min(1), note: Name.nullable() };
const schemas = {
  create: z.strictObject({ ...fields, note: fields.note.optional() }),
  change: z.strictObject(fields).partial(),
};
type Shelves = UsualResource<Shelf, typeof schemas.create, typeof schemas.change>;
const north: Shelf = { id: 3, name: "North", size: 4, note: null };
const answer = <Body,>(body: Body) => ({ body, headers: new Headers({ etag: '"north"' }) });

const shelves = (rows: readonly Shelf[] = [north]) => ({
  kind: "category" as const,
  path: "/categories" as const,
  icon: Warehouse,
  texts: {
    title: "Shelves",
    description: "",
    new: "New shelf",
    empty: "No shelf",
    emptyDetail: "",
    fields: { name: "Name", size: "Size", note: "Note" },
  },
  schemas,
  list: async () => answer(rows),
  get: async (id: number) => {
    const one = rows.find((row) => row.id === id);
    if (one === undefined) throw new ApiError("not_found", "there is no shelf", 404);
    return answer(one);
  },
  create: vi.fn<Shelves["create"]>(async ({ name }) => answer({ ...north, name })),
  update: vi.fn<Shelves["update"]>(async () => answer(north)),
  remove: vi.fn<Shelves["remove"]>(async () => undefined),
});

const open = async (address: string, resource = shelves()) => {
  queryClient.clear();
  watchRefresh();
  const { around, asked } = await pageAt(address, parseUsualSearch);
  const page = await draw(UsualPage, { resource }, { around });
  return { page, resource, asked, around, notices: shownNotices() };
};

/** Opens the form for North, once it is loaded. */
const edit = async () => {
  const { page, ...rest } = await open("/categories?open=3");
  const one = await page.part("OpenOne");
  await until(() => one.has("EditDialog"));
  return { ...rest, dialog: await one.part("EditDialog") };
};

describe("the usual page of a resource", () => {
  it("lists the fields of the schema with the labels of its texts", async () => {
    const { page } = await open("/categories");
    await until(() => page.get(Paged<Named>).page.query.data !== undefined);
    const { page: read, children } = page.get(Paged<Named>);
    const list = children(read.query.data?.rows ?? []) as ReactElement<Parameters<typeof ResourceList<Named>>[0]>;
    const { columns, rows } = list.props;
    expect([columns.map(({ label }) => label), rows]).toEqual([["Size", "Note"], [north]]);
    expect(columns[1]?.cell(north)).toBe("–");
  });

  it("offers to create the first row if there are none", async () => {
    const { page, asked } = await open("/categories", shelves([]));
    const empty = page.get(Paged<Named>).empty as ReactElement<Parameters<typeof NoneYet>[0]>;
    empty.props.onNew();
    expect(asked).toEqual(["/categories?new=true"]);
  });

  it("creates a row with an Idempotency-Key and an Action-Key, and announces it", async () => {
    const { page, resource, notices } = await open("/categories?new=true");
    const dialog = await page.part("NewDialog");
    const { toInput, onSubmit } = dialog.get(ContractForm);
    onSubmit(toInput({ name: "South", size: "12", note: "" }));
    await until(() => titlesOf(notices).includes("Added South"));
    const [body, headers] = resource.create.mock.calls[0] ?? [];
    expect(body).toEqual({ name: "South", size: 12, note: null });
    expect(headers?.["action-key"]).toBe(headers?.["idempotency-key"]);
    expect(notices().map(({ label }) => label)).toContain("Undo");
  });

  it("sends only the fields that differ, with the entity tag that was read", async () => {
    const { dialog, resource, notices } = await edit();
    const { toInput, onSubmit } = dialog.get(ContractForm);
    onSubmit(toInput({ name: "North", size: "5", note: "" }));
    await until(() => titlesOf(notices).includes("Saved North"));
    const [id, body, headers] = resource.update.mock.calls[0] ?? [];
    expect([id, body, headers?.["if-match"]]).toEqual([3, { size: 5 }, '"north"']);
  });

  it("closes an unchanged form without a request", async () => {
    const { dialog, resource, asked } = await edit();
    const { toInput, onSubmit } = dialog.get(ContractForm);
    onSubmit(toInput({ name: "North", size: "4", note: "" }));
    expect([resource.update.mock.calls, asked]).toEqual([[], ["/categories"]]);
  });

  it("refuses to save an empty name, and accepts an empty note", async () => {
    const { dialog } = await edit();
    const { schema, toInput } = dialog.get(ContractForm);
    const problems = (name: string) =>
      schema.safeParse(toInput({ name, size: "4", note: "" })).error?.issues.map(({ path }) => path.join("."));
    expect([problems(""), problems("North")]).toEqual([["name"], undefined]);
  });

  it("deletes without asking, because the notice has Undo", async () => {
    const { dialog, resource, notices } = await edit();
    dialog.get(Button, { children: "Delete" }).onClick?.({} as never);
    await until(() => titlesOf(notices).includes("Deleted North"));
    expect(resource.remove.mock.calls[0]?.[0]).toBe(3);
    expect(notices().map(({ label }) => label)).toContain("Undo");
  });

  it("says that a row no longer exists", async () => {
    const { page } = await open("/categories?open=9");
    const one = await page.part("OpenOne");
    await until(() => one.has(EmptyState));
    expect(one.get(EmptyState).title).toBe("It no longer exists");
  });
});

describe("the fields of a schema", () => {
  it("are read as numbers, and as null or nothing if a text is empty", () => {
    const shape = { ...fields, name: Name.optional() };
    expect(typedValues(shape, { name: "", size: "7", note: " " })).toEqual({ name: undefined, size: 7, note: null });
    expect(typedValues(shape, { name: "a", size: "", note: "b" })).toEqual({ name: "a", size: "", note: "b" });
  });

  it("have a control of several lines for a long text", async () => {
    const long = z.string().max(500).meta({ maxLength: 500 });
    const drawn = await draw(SchemaFields, { shape: { name: Name, text: long }, labels: { text: "Text" } });
    expect([drawn.element("TextField").props["label"], drawn.element("TextAreaField").props["label"]]).toEqual([
      "name",
      "Text",
    ]);
  });
});

import { Id, Name } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { createCursors } from "./listing/cursors.js";
import { queryOf } from "../database/query.js";
import type { AuditEntry } from "./audit-trail.js";
import { bodyTag } from "./etag.js";
import { resource } from "./resource.js";

const Shelf = z.strictObject({ id: Id, name: Name, address: z.string().nullable() });

describe("the operations of a resource", () => {
  let database: TestDatabase;
  let shelves: ReturnType<typeof open>;
  const open = () => {
    const deps = { database, cursors: createCursors(Buffer.alloc(32)) };
    return resource(deps, { kind: "category", model: "customer", path: "/shelves", schema: Shelf });
  };
  beforeAll(async () => {
    database = await createTestDatabase();
    shelves = open();
  });
  beforeEach(() => database.pool.query("TRUNCATE customer RESTART IDENTITY CASCADE"));
  afterAll(() => database.drop());

  const entries: AuditEntry[] = [];
  const changing = <Answer>(work: (change: Parameters<typeof shelves.create>[1]) => Promise<Answer>) => {
    entries.length = 0;
    return database.db.$transaction((tx) => work({ tx, record: (entry) => void entries.push(entry) }));
  };
  const add = (name: string, address?: string) =>
    changing((change) => shelves.create({ body: { name, address } }, change));
  const byId = (shelfId: number, ifMatch?: string) => ({ params: { shelfId }, headers: { "if-match": ifMatch } });

  it("create a row with Location, ETag and audit entry, and null for omitted fields", async () => {
    const body = { id: 1, name: "North", address: null };
    expect(await add("North")).toEqual({
      status: 201,
      body,
      headers: { Location: "/v1/shelves/1", ETag: bodyTag(body) },
    });
    expect(entries).toEqual([
      { action: "category.create", subject: { kind: "category", id: 1 }, before: null, after: body },
    ]);
    expect((await shelves.get(byId(1))).body).toEqual(body);
  });

  it("list pages that link to each other", async () => {
    for (const name of ["a", "b", "c"]) await add(name, "3");
    const first = await shelves.list({ query: { limit: 2 } });
    expect(first.body.map(({ id }) => id)).toEqual([1, 2]);
    const [, cursor] = /cursor=([\w-]+)>; rel="next"/.exec(first.headers.Link ?? "") ?? [];
    const { body } = await shelves.list({ query: { limit: 2, cursor } });
    expect(body).toEqual([{ id: 3, name: "c", address: "3" }]);
  });

  it("changes only the fields in the body, and records nothing if no field differs", async () => {
    await add("North", "3");
    const change = async (body: object) =>
      (await changing((context) => shelves.update({ ...byId(1), body }, context))).body;
    const after = { id: 1, name: "North", address: "4" };
    expect(await change({ address: "4" })).toEqual(after);
    expect(entries).toMatchObject([{ action: "category.update", before: { address: "3" }, after }]);
    for (const body of [{ address: "4", name: undefined }, {}]) expect(await change(body)).toEqual(after);
    expect(entries).toEqual([]);
  });

  it("delete a row and record its last state", async () => {
    const { body: before } = await add("North", "3");
    expect(await changing((change) => shelves.delete(byId(1), change))).toEqual({ status: 204, body: undefined });
    expect(entries).toMatchObject([{ action: "category.delete", before, after: null }]);
    expect((await shelves.list({ query: { limit: 9 } })).body).toEqual([]);
  });

  it("undo a creation, a change and a deletion, each with an audit entry", async () => {
    const { body: north } = await add("North");
    const other = { ...north, name: "South" };
    const past = { at: new Date(), action: "category.update" as const, id: north.id };
    const putBack = (before: object | null, after: object | null) =>
      changing(({ tx, record }) => shelves.putBack({ tx, record, query: queryOf(tx) }, [{ ...past, before, after }]));
    expect(await putBack(other, north)).toEqual(["done"]);
    expect(entries).toMatchObject([{ action: "category.update", before: north, after: other }]);
    expect(await putBack(null, other)).toEqual(["done"]);
    expect(entries).toMatchObject([{ action: "category.delete", before: other, after: null }]);
    expect(await putBack(north, other)).toEqual(["gone"]);
    expect(await putBack(north, null)).toEqual(["done"]);
    expect(entries).toMatchObject([{ action: "category.create", before: null, after: north }]);
    expect((await shelves.get(byId(1))).body).toEqual(north);
  });

  it("undo no change of a row that somebody has changed since", async () => {
    const { body: north } = await add("North", "3");
    const past = { at: new Date(), action: "category.create" as const, id: north.id, before: null };
    const after = { ...north, name: "South" };
    const undo = changing(({ tx, record }) =>
      shelves.putBack({ tx, record, query: queryOf(tx) }, [{ ...past, after }]),
    );
    expect(await undo).toEqual(["changed"]);
    expect(entries).toEqual([]);
    expect((await shelves.get(byId(1))).body).toEqual(north);
  });

  it("refuse a stale If-Match with 412, and an id that does not exist with 404", async () => {
    const { headers } = await add("North");
    const change = (request: ReturnType<typeof byId>) =>
      changing((context) => shelves.update({ ...request, body: { name: "South" } }, context));
    await expect(change(byId(1, '"stale"'))).rejects.toMatchObject({ status: 412 });
    await expect(change(byId(2, headers.ETag))).rejects.toMatchObject({ status: 404 });
    await expect(changing((context) => shelves.delete(byId(1, '"stale"'), context))).rejects.toMatchObject({
      status: 412,
    });
    await expect(shelves.get(byId(2))).rejects.toMatchObject({ message: "there is no category with id 2" });
    expect((await change(byId(1, headers.ETag))).body.name).toBe("South");
  });
});

import type { AuditEvent, Note } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventsSince, lastEventId } from "../../../test/support/audit.js";
import { addPets } from "../../../test/support/builders.js";
import { emptyTables } from "../../../test/support/empty-tables.js";
import { sendWhileLocked } from "../../../test/support/send-while-locked.js";
import { signedIn } from "../../../test/support/staff.js";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";

let api: TestApi;
let admin: string;
let petId: number;
let other: number;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.makeKey("admin", { name: "Front desk" });
});
beforeEach(async () => {
  await emptyTables(api.database, "pet, category");
  [petId = 0, other = 0] = await addPets(api, {}, {});
});
afterAll(() => api.close());

const write = (body: object, of = petId, key = api.key) => api.send(`POST /v1/pets/${of}/notes`, { body, key });
const add = async (body: object, of = petId) => {
  const { status, body: note } = await write(body, of);
  expect([status, note]).toEqual([201, note]);
  return note as Note;
};
const pathOf = ({ id, petId: of }: Note) => `/v1/pets/${of}/notes/${id}`;
const textsOf = (body: unknown) => (body as Note[]).map(({ text }) => text);
const list = async (path: string) => textsOf((await api.send(`GET ${path}`)).body);
const rows = async () => (await api.database.pool.query<{ id: string }>("SELECT * FROM note ORDER BY id")).rows;
const fill = (count: number, of: number, text = "Bites") =>
  api.database.pool.query(
    `INSERT INTO note (pet_id, text, author) SELECT $2, $3, '{"kind": "system", "id": null, "name": "test"}'
     FROM generate_series(1, $1)`,
    [count, of, text],
  );

describe("POST /pets/{petId}/notes", () => {
  it("returns 201 with all fields, and names the author as the history does", async () => {
    const last = await lastEventId(api.database);
    const { status, body, headers } = await write({ text: "Bites.\r\n\tTwice 🐕", isWarning: true }, petId, admin);
    const note = body as Note;
    const author = { kind: "key", id: expect.any(Number) as number, name: "Front desk" };
    expect([status, note]).toEqual([
      201,
      {
        ...{ id: 1, petId, text: "Bites.\r\n\tTwice 🐕", isWarning: true, isPinned: false, externalId: null, author },
        ...{ createdAt: note.createdAt, updatedAt: note.createdAt },
      },
    ]);
    expect(headers.get("location")).toBe(pathOf(note));
    const read = await api.send(`GET ${pathOf(note)}`);
    expect([read.text, read.headers.get("etag")]).toEqual([JSON.stringify(note), headers.get("etag")]);
    expect(await eventsSince(api.database, last)).toMatchObject([
      { action: "note.create", subject: { kind: "note", id: 1 }, before: null, after: note },
    ]);
  });

  it("names an account by its name, and never by its sign-in address", async () => {
    const { browser, id, email } = await signedIn(api);
    await api.database.pool.query("UPDATE account SET name = 'Olga' WHERE id = $1", [id]);
    const { key } = (await browser.send("POST /auth/key")).body as { key: string };
    const { body, text } = await write({ text: "Bites" }, petId, key);
    expect([(body as Note).author, text.includes(email)]).toEqual([
      { kind: "account", id: Number(id), name: "Olga" },
      false,
    ]);
  });

  it.each([
    [{ text: "" }, "body.text must be a text of 1 to 5000 characters, without control characters"],
    [{ text: "x".repeat(5_001) }, "body.text must be a text of 1 to 5000 characters"],
    [{ text: "a\u0000" }, "body.text must be a text of 1 to 5000 characters"],
    [{ text: "a\u009f" }, "body.text must be a text of 1 to 5000 characters"],
    [{ text: "\ud800" }, "body.text must be a text of 1 to 5000 characters"],
    [{ text: 5 }, "body.text must be a text"],
    [{}, "body.text is required"],
    [{ text: "a", isWarning: "yes" }, "body.isWarning must be true or false"],
    [{ text: "a", isPinned: null }, "body.isPinned must be true or false"],
    [{ text: "a", author: { kind: "system", id: null, name: "x" } }, "body.author is not a recognised field"],
    [[], "body must be a JSON object"],
  ])("returns 400 for %j", async (body, message) => {
    expect((await write(body)).body).toEqual(errorBody("invalid_request", 400, expect.stringContaining(message)));
    expect(await rows()).toEqual([]);
  });

  it("accepts 5,000 characters of four bytes", async () => {
    expect((await add({ text: "🐕".repeat(5_000) })).text).toHaveLength(10_000);
  });

  it("returns 404 for a pet that does not exist", async () => {
    expect((await write({ text: "a" }, 999)).body).toEqual(errorBody("not_found", 404, "there is no pet with id 999"));
  });

  it("accepts exactly 1,000 notes of a pet, however many arrive at once", async () => {
    await fill(996, petId);
    await fill(1, other);
    const answers = await Promise.all(Array.from({ length: 8 }, () => write({ text: "a" })));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ body }) => body)).toEqual(
      Array(4).fill(errorBody("conflict", 409, `pet ${petId} already has the maximum of 1000 notes; delete one first`)),
    );
    expect((await write({ text: "a" }, other)).status).toBe(201);
  });

  it.each(["POST /v1/pets/1/notes", "GET /v1/pets/1/notes", "GET /v1/pets/1/notes/1", "GET /v1/notes"])(
    "returns 403 for %s to a key of scope read",
    async (line) => {
      const { body } = await api.send(line, {
        key: await api.makeKey("read"),
        ...(line.startsWith("POST") && { body: { text: "a" } }),
      });
      expect(body).toEqual(errorBody("forbidden", 403));
    },
  );
});

describe("the externalId of a note", () => {
  const synced = { text: "Vaccinated", externalId: "V-1" };

  it("makes a repeat return 200 with the existing note and write nothing", async () => {
    const first = await write({ ...synced, externalId: " V-1 " });
    expect([first.status, first.body]).toMatchObject([201, synced]);
    const last = await lastEventId(api.database);
    const again = await write({ ...synced, isPinned: false });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([200, first.text, first.headers.get("etag")]);
    expect([await eventsSince(api.database, last), await rows()]).toEqual([[], [expect.anything()]]);
  });

  it("creates only one note, however many requests arrive at once", async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => write(synced)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
    expect(await rows()).toHaveLength(1);
  });

  it("returns the existing note even if the pet has no room for another note", async () => {
    const { id } = await add(synced);
    await fill(999, petId);
    expect([(await write(synced)).status, (await write({ ...synced, externalId: "V-2" })).status]).toEqual([200, 409]);
    expect(await rows()).toEqual(expect.arrayContaining([expect.objectContaining({ id: String(id) })]));
  });

  it.each([{ text: "Not vaccinated" }, { isWarning: true }, { isPinned: true }])(
    "returns 409 that names the note if the other fields differ: %j",
    async (more) => {
      const { id } = await add(synced);
      const headers = { accept: "application/problem+json" };
      const { status, text } = await api.send(`POST /v1/pets/${petId}/notes`, {
        body: { ...synced, ...more },
        headers,
      });
      expect([status, JSON.parse(text)]).toMatchObject([
        409,
        { code: "conflict", errors: [{ pointer: "/externalId", rule: "unique" }], conflict: { kind: "note", id } },
      ]);
      expect(await rows()).toMatchObject([{ text: "Vaccinated", is_warning: false, is_pinned: false }]);
    },
  );

  it("is unique among the notes of one pet only", async () => {
    const [one, two] = [await add(synced), await add(synced, other)];
    await add({ text: "Another", externalId: "V-2" });
    const found = async (query: string) =>
      ((await api.send(`GET /v1/notes?${query}`)).body as Note[]).map(({ id }) => id);
    expect(await found("externalId=V-1")).toEqual([two.id, one.id]);
    expect(await found(`externalId=V-1&petId=${petId}`)).toEqual([one.id]);
    expect(await found(`externalId=V-1&externalId=V-2&petId=${petId}&isWarning=true`)).toEqual([]);
    expect(await found("externalId=V-1&externalId=V-2&limit=2")).toHaveLength(2);
  });

  it.each(["", " ", "x".repeat(101), "a\u0000", 5, null])("returns 400 for %j", async (externalId) => {
    const { status, body } = await write({ ...synced, externalId });
    expect([status, body]).toMatchObject([400, { message: expect.stringContaining("body.externalId") }]);
  });

  it("cannot be changed", async () => {
    const note = await add(synced);
    const { status, body } = await api.send(`PATCH ${pathOf(note)}`, { body: { externalId: "V-2" } });
    expect([status, body]).toMatchObject([400, { message: "body.externalId is not a recognised field" }]);
  });

  it("is restored with a deleted note, unless another note has the externalId by then", async () => {
    const note = await add(synced);
    await api.send(`DELETE ${pathOf(note)}`);
    expect((await api.send(`POST ${pathOf(note)}/restore`)).body).toEqual(note);
    await api.send(`DELETE ${pathOf(note)}`);
    const second = await add(synced);
    const message = `note ${second.id} of the pet now has the externalId of note ${note.id}; delete it first`;
    expect((await api.send(`POST ${pathOf(note)}/restore`)).body).toEqual(errorBody("conflict", 409, message));
    await api.send(`DELETE ${pathOf(second)}`);
    expect((await api.send(`POST ${pathOf(note)}/restore`)).body).toEqual(note);
  });

  it("can also be written by POST /pets/changes, and a repeat changes nothing", async () => {
    const body = [{ id: petId, from: {}, to: {}, note: synced }];
    const send = () => api.send("POST /v1/pets/changes", { body });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    expect(await rows()).toMatchObject([{ external_id: "V-1" }]);
    const differing = [{ id: petId, from: {}, to: {}, note: { ...synced, text: "Other" } }];
    const refused = await api.send("POST /v1/pets/changes", { body: differing });
    expect(refused.body).toMatchObject({ message: expect.stringContaining("body.0.note.externalId is taken by note") });
  });
});

describe("GET /pets/{petId}/notes", () => {
  it("returns pinned notes first, then the newest", async () => {
    for (const text of ["a", "b", "c", "d", "e"]) await add({ text, isPinned: text === "b" || text === "d" });
    await add({ text: "of another", isPinned: true }, other);
    const path = `/v1/pets/${petId}/notes`;
    expect(await list(path)).toEqual(["d", "b", "e", "c", "a"]);
    const linkOf = (headers: Headers, rel: string) =>
      new RegExp(`<([^>]+)>; rel="${rel}"`).exec(headers.get("link") ?? "")?.[1] ?? expect.fail(rel);
    const first = await api.send(`GET ${path}?limit=2`);
    const second = await api.send(`GET ${linkOf(first.headers, "next")}`);
    const third = await api.send(`GET ${linkOf(second.headers, "next")}`);
    expect([first, second, third].map(({ body }) => textsOf(body))).toEqual([["d", "b"], ["e", "c"], ["a"]]);
    expect(await list(linkOf(third.headers, "prev"))).toEqual(["e", "c"]);
    expect(third.headers.get("link")).not.toContain('rel="next"');
    const elsewhere = linkOf(first.headers, "next").replace(`/pets/${petId}/`, `/pets/${other}/`);
    expect((await api.send(`GET ${elsewhere}`)).status).toBe(400);
  });

  it("returns an empty list for a pet without notes, and 404 for an unknown pet", async () => {
    expect((await api.send(`GET /v1/pets/${petId}/notes`)).body).toEqual([]);
    expect((await api.send("GET /v1/pets/999/notes")).body).toEqual(
      errorBody("not_found", 404, "there is no pet with id 999"),
    );
  });
});

describe("a note at another pet's path", () => {
  it.each(["GET", "PATCH", "DELETE"])("returns 404 for %s, and does not change the note", async (method) => {
    const { id } = await add({ text: "a" });
    const before = await rows();
    const { body } = await api.send(`${method} /v1/pets/${other}/notes/${id}`, {
      ...(method === "PATCH" && { body: { text: "b" } }),
    });
    expect(body).toEqual(errorBody("not_found", 404, `there is no note with id ${id}`));
    expect(await rows()).toEqual(before);
  });
});

describe("PATCH /pets/{petId}/notes/{noteId}", () => {
  it("changes the fields of the body, but not the author", async () => {
    const before = await add({ text: "a", isWarning: true });
    const bystander = await add({ text: "b" });
    const last = await lastEventId(api.database);
    const key = await api.makeKey("write", { accountId: await api.makeAccount() });
    const { status, body } = await api.send(`PATCH ${pathOf(before)}`, { body: { isPinned: true }, key });
    const after = body as Note;
    expect([status, after]).toEqual([200, { ...before, isPinned: true, updatedAt: after.updatedAt }]);
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await eventsSince(api.database, last)).toMatchObject([{ action: "note.update", before, after }]);
    expect((await api.send(`GET ${pathOf(bystander)}`)).body).toEqual(bystander);
  });

  it("writes nothing if nothing differs", async () => {
    const before = await add({ text: "a" });
    const last = await lastEventId(api.database);
    const { body } = await api.send(`PATCH ${pathOf(before)}`, { body: { text: "a", isWarning: false } });
    expect(body).toEqual(before);
    expect(await eventsSince(api.database, last)).toEqual([]);
  });

  it("accepts one of many changes with the same If-Match", async () => {
    const note = await add({ text: "a" });
    const headers = { "if-match": (await api.send(`GET ${pathOf(note)}`)).headers.get("etag") ?? "" };
    const answers = await Promise.all(
      [1, 2, 3, 4].map((text) => api.send(`PATCH ${pathOf(note)}`, { body: { text: `${text}` }, headers })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
  });
});

describe("GET /notes", () => {
  beforeEach(async () => {
    for (const [text, of, isWarning] of [
      ["a", petId, true],
      ["b", other, false],
      ["c", other, true],
      ["d", petId, false],
      ["e", petId, true],
    ] as const)
      await add({ text, isWarning, isPinned: text === "a" }, of);
  });

  it.each([
    ["", ["e", "d", "c", "b", "a"]],
    ["isWarning=true", ["e", "c", "a"]],
    ["isWarning=false", ["d", "b"]],
    ["petId=ONE", ["e", "d", "a"]],
    ["petId=ONE&petId=TWO&petId=ONE&isWarning=true", ["e", "c", "a"]],
    ["petId=TWO&petId=ONE", ["e", "d", "c", "b", "a"]],
    ["petId=TWO&isWarning=false", ["b"]],
    ["petId=999", []],
  ])("returns the newest of ?%s first, over all pages", async (query, texts) => {
    const path = `/v1/notes?${query.replaceAll("ONE", `${petId}`).replaceAll("TWO", `${other}`)}`;
    expect(await list(path)).toEqual(texts);
    const paged: string[] = [];
    let next: string | undefined = `${path}&limit=2`.replace("?&", "?");
    while (next !== undefined) {
      const { status, body, headers } = await api.send(`GET ${next}`);
      expect([status, body]).toEqual([200, body]);
      paged.push(...textsOf(body));
      next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    }
    expect(paged).toEqual(texts);
  });

  it("pages through notes of a hundred pets with the longest ids by cursors with the filters", async () => {
    const ids = Array.from({ length: 99 }, (_, at) => `petId=${Number.MAX_SAFE_INTEGER - at}`);
    const { headers } = await api.send(`GET /v1/notes?petId=${petId}&${ids.join("&")}&limit=2`);
    const [, next = ""] = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "") ?? [];
    expect(await list(next)).toEqual(["a"]);
  });

  it.each([
    ["isWarning=yes", "query.isWarning must be true or false"],
    ["petId=x", "query.petId"],
    [Array(101).fill("petId=1").join("&"), "query.petId must be given at most 100 times"],
    ["sort=id", "query.sort is not a recognised parameter"],
  ])("returns 400 for %s", async (query, message) => {
    const { body } = await api.send(`GET /v1/notes?${query}`);
    expect(body).toEqual(errorBody("invalid_request", 400, expect.stringContaining(message)));
  });
});

describe("a deleted note", () => {
  const remove = (note: Note) => api.send(`DELETE ${pathOf(note)}`);
  const restore = (note: Note) => api.send(`POST ${pathOf(note)}/restore`);

  it("is recorded and can be restored once", async () => {
    const note = await add({ text: "a", isWarning: true, isPinned: true });
    const last = await lastEventId(api.database);
    expect((await remove(note)).status).toBe(204);
    expect(await rows()).toEqual([]);
    const answers = await Promise.all([restore(note), restore(note)]);
    const { headers } = await api.send(`GET ${pathOf(note)}`);
    for (const answer of answers)
      expect([answer.status, answer.text, answer.headers.get("etag")]).toEqual([
        200,
        JSON.stringify(note),
        headers.get("etag"),
      ]);
    expect(await eventsSince(api.database, last)).toMatchObject([
      { action: "note.delete", before: note, after: null },
      { action: "note.restore", subject: { kind: "note", id: note.id }, before: null, after: note },
    ]);
  });

  it("is restored only while its pet has room for it", async () => {
    const note = await add({ text: "a" });
    await remove(note);
    await fill(1_000, petId);
    expect((await restore(note)).body).toMatchObject({ message: expect.stringContaining("the maximum of 1000 notes") });
    await api.database.pool.query("DELETE FROM note WHERE id = (SELECT max(id) FROM note)");
    expect((await restore(note)).body).toEqual(note);
    expect((await restore(note)).body).toEqual(note);
  });

  it("returns to the state before its last deletion, even if that came just before the lock", async () => {
    const note = await add({ text: "a" });
    await api.send(`DELETE ${pathOf(note)}`);
    const { body } = await sendWhileLocked(
      api,
      [
        ["SELECT FROM pet WHERE id = $1 FOR UPDATE", petId],
        [
          `INSERT INTO audit_event (actor_kind, actor_name, action, subject_kind, subject_id, before)
           VALUES ('system', 'test', 'note.delete', 'note', $1, $2)`,
          note.id,
          JSON.stringify({ ...note, text: "b" }),
        ],
      ],
      () => restore(note),
    );
    expect(body).toMatchObject({ id: note.id, text: "b" });
  });

  it("is restored with its last text, but not while its pet is gone", async () => {
    const note = await add({ text: "a" });
    await remove(note);
    await restore(note);
    await api.send(`PATCH ${pathOf(note)}`, { body: { text: "b" } });
    await remove(note);
    expect((await restore(note)).body).toMatchObject({ text: "b" });
    await remove(note);
    await api.send(`DELETE /v1/pets/${petId}`);
    expect((await restore(note)).body).toEqual(errorBody("not_found", 404, `there is no pet with id ${petId}`));
  });

  it("is restored only on the path of its own pet", async () => {
    const note = await add({ text: "a" });
    await remove(note);
    const other = { ...note, petId: (await addPets(api, {}))[0] ?? 0 };
    for (const unknown of [other, { ...note, id: 900_000_000_000_001 }]) {
      const message = `note ${unknown.id} of pet ${unknown.petId} was never deleted`;
      expect((await restore(unknown)).body).toEqual(errorBody("not_found", 404, message));
    }
    expect(await rows()).toEqual([]);
  });
});

describe("the notes of a deleted pet", () => {
  const fields = { name: "Frank", categoryId: 1, status: "available" };
  const bring = (...ids: number[]) =>
    api.send("POST /v1/pets/changes", { body: ids.map((id) => ({ id, from: null, to: fields })) });

  it.each([
    ["DELETE /pets/{petId}", () => api.send(`DELETE /v1/pets/${petId}`)],
    ["POST /pets/changes", () => api.send("POST /v1/pets/changes", { body: [{ id: petId, from: fields, to: null }] })],
  ])("are recorded by %s, and are restored with the pet unless they were deleted before", async (_what, remove) => {
    const [one, two, gone] = [
      await add({ text: "a", externalId: "V-1" }),
      await add({ text: "b" }),
      await add({ text: "c" }),
    ];
    const bystander = await add({ text: "d" }, other);
    await api.send(`DELETE ${pathOf(gone)}`);
    const last = await lastEventId(api.database);
    expect((await remove()).status).toBeLessThan(300);
    const events = await eventsSince(api.database, last);
    expect(events.slice(0, 2)).toMatchObject([
      { action: "note.delete", before: one },
      { action: "note.delete", before: two },
    ]);
    expect(await list("/v1/notes")).toEqual(["d"]);
    expect((await bring(petId)).status).toBe(200);
    expect(await list(`/v1/pets/${petId}/notes`)).toEqual(["b", "a"]);
    expect((await api.send(`GET ${pathOf(one)}`)).body).toEqual(one);
    expect((await api.send(`GET ${pathOf(bystander)}`)).body).toEqual(bystander);
    const { body } = await api.send("GET /v1/history?action=note.restore");
    expect((body as AuditEvent[]).map(({ subject }) => subject.id).slice(0, 2)).toEqual([two.id, one.id]);
  });

  it("prevent the deletion if there are more notes than one request may delete", async () => {
    for (const of of [petId, other]) await fill(850, of, "🐕".repeat(5_000));
    const changes = [petId, other].map((id) => ({ id, from: fields, to: null }));
    const { body } = await api.send("POST /v1/pets/changes", { body: changes });
    const message =
      /^the 2 pets of this request have 3\d\.\d MB of profiles and notes, more than the 24 MB that one request may change/;
    expect(body).toEqual(errorBody("payload_too_large", 413, expect.stringMatching(message)));
    expect(await rows()).toHaveLength(1_700);
  });

  it("never remain without a pet after a concurrent deletion of the pet", async () => {
    await add({ text: "a" });
    const [removed, ...written] = await Promise.all([
      api.send(`DELETE /v1/pets/${petId}`),
      ...[1, 2, 3].map(() => write({ text: "b" })),
    ]);
    expect(removed.status).toBe(204);
    for (const { status } of written) expect([201, 404]).toContain(status);
    expect(await rows()).toEqual([]);
  });
});

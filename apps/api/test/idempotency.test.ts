import { randomUUID } from "node:crypto";
import { contract, listRoutes, takesIdempotencyKey } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets, newPet } from "./support/builders.js";
import { expectReplay, isReplay } from "./support/replays.js";
import { requestExamples } from "./support/requests.js";
import { createTestApi, errorBody, type TestApi } from "./support/test-api.js";
import { inThisDatabase } from "./support/test-database.js";

let api: TestApi;
let strict: TestApi;
beforeAll(async () => {
  [api, strict] = await Promise.all([createTestApi(), createTestApi({ CATEGORY_POLICY: "require" })]);
});
afterAll(() => Promise.all([api.close(), strict.close()]));

type Options = NonNullable<Parameters<TestApi["send"]>[1]>;

const sendOnce = (idempotencyKey: string, line: string, options: Options = {}, on = api) =>
  on.send(line, { ...options, headers: { ...options.headers, "idempotency-key": idempotencyKey } });
const postPet = (idempotencyKey: string, rest: Partial<Options> & { name?: string } = {}, on = api) =>
  sendOnce(
    idempotencyKey,
    "POST /v1/pets",
    { body: newPet(rest.name === undefined ? {} : { name: rest.name }), ...rest },
    on,
  );

const countPets = (on = api) => on.database.db.pet.count();
const stored = (idempotencyKey: string, on = api) =>
  on.database.db.storedOutcome.findMany({ where: { idempotencyKey } });
const statusesOf = async (idempotencyKey: string, on = api) =>
  (await stored(idempotencyKey, on)).map(({ status }) => status);
const openTransactions = async () =>
  (
    await api.database.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'",
    )
  ).rowCount;

describe("a request with an Idempotency-Key", () => {
  const posts = listRoutes(contract).filter(({ route }) => route.method === "POST");
  const takesKey = ({ route }: (typeof posts)[number]) => takesIdempotencyKey(route);
  const idsOf = (routes: typeof posts) => routes.map(({ operationId }) => operationId);

  it("is accepted by every POST except those that return a secret", () => {
    expect(idsOf(posts.filter((route) => !takesKey(route)))).toEqual([
      ...["createApiKey", "rotateApiKey"],
      ...["createWebhookEndpoint", "rotateWebhookSecret"],
    ]);
  });

  it.each(["createApiKey", "rotateApiKey"])("gets 400 from %s without an effect", async (operationId) => {
    const { line, options } = (await requestExamples[operationId]?.(api)) ?? { line: "" };
    const before = await api.database.db.apiKey.count();
    const { status, body } = await sendOnce(randomUUID(), line, options);
    expect([status, body]).toEqual([
      400,
      errorBody("invalid_request", 400, expect.stringContaining("Idempotency-Key")),
    ]);
    expect(await api.database.db.apiKey.count()).toBe(before);
  });

  it.each(idsOf(posts.filter(takesKey)))("runs %s once and replays the response byte for byte", async (operationId) => {
    const { line, options } = (await requestExamples[operationId]?.(api)) ?? { line: "" };
    const key = randomUUID();
    const first = await sendOnce(key, line, options);
    const rows = () => Promise.all([countPets(), api.database.db.category.count(), api.database.db.order.count()]);
    // An undo continues after its response, so this runs it to the end.
    await api.deps.undoRunner.run();
    const before = await rows();
    expect(first.status).toBeLessThan(300);
    for (let count = 0; count < 3; count++) expectReplay(await sendOnce(key, line, options), first);
    expect(await rows()).toEqual(before);
    expect(await statusesOf(key)).toEqual([first.status]);
  });

  it("replays Location and ETag", async () => {
    const key = randomUUID();
    const first = await postPet(key);
    const repeat = await postPet(key);
    const { id } = repeat.body as { id: number };
    expect(repeat.headers.get("location")).toBe(`/v1/pets/${id}`);
    expect(repeat.headers.get("etag")).toBe(first.headers.get("etag"));
    expect((await api.send(`GET /v1/pets/${id}`)).text).toBe(repeat.text);
  });

  it("is stored for 24 hours with a fingerprint and no payload", async () => {
    const key = randomUUID();
    await postPet(key);
    const { rows } = await api.database.pool.query(
      `SELECT extract(epoch FROM expires_at - now()) / 3600 AS hours, octet_length(fingerprint) AS size
      FROM stored_outcome WHERE idempotency_key = $1`,
      [key],
    );
    expect(rows).toEqual([{ hours: expect.any(String), size: 32 }]);
    expect(Number(rows[0].hours)).toBeCloseTo(24, 1);
  });

  it("runs again after its outcome has expired", async () => {
    const key = randomUUID();
    const first = await postPet(key);
    await api.database.pool.query("UPDATE stored_outcome SET expires_at = now() WHERE idempotency_key = $1", [key]);
    const second = await postPet(key, { name: "Another" });
    expect([second.status, isReplay(second)]).toEqual([201, null]);
    expect(second.text).not.toBe(first.text);
    expectReplay(await postPet(key, { name: "Another" }), second);
    expect(await statusesOf(key)).toEqual([201]);
  });

  it("is shared by all API keys of an account", async () => {
    const key = randomUUID();
    const first = await postPet(key);
    expectReplay(await postPet(key, { key: await api.makeKey("write") }), first);
  });

  it("is not shared between accounts", async () => {
    const key = randomUUID();
    const other = await api.makeKey("write", { accountId: await api.makeAccount("clerk") });
    const before = await countPets();
    const answers = [await postPet(key), await postPet(key, { key: other, name: "Luna" })];
    expect(answers.map(isReplay)).toEqual([null, null]);
    expect(await countPets()).toBe(before + 2);
    expect(await statusesOf(key)).toEqual([201, 201]);
  });

  it("without the header, a request runs every time", async () => {
    const before = await countPets();
    await api.send("POST /v1/pets", { body: newPet() });
    await api.send("POST /v1/pets", { body: newPet() });
    expect(await countPets()).toBe(before + 2);
  });
});

describe("the Idempotency-Key header", () => {
  it("has the same value with and without quotes", async () => {
    const key = randomUUID();
    const first = await postPet(key);
    expectReplay(await postPet(`"${key}"`), first);
  });

  it("accepts 255 characters, quotes, escapes and spaces", async () => {
    for (const key of [
      "a".repeat(255),
      `"${"b".repeat(255)}"`,
      `"${'\\"'.repeat(255)}"`,
      `"a b, c \\\\ ${randomUUID()}"`,
    ]) {
      const first = await postPet(key);
      expect(first.status).toBe(201);
      expectReplay(await postPet(key), first);
    }
  });

  it.each([
    ["nothing", ""],
    ["an empty string", '""'],
    ["256 characters", "a".repeat(256)],
    ["256 quoted characters", `"${"a".repeat(256)}"`],
    ["an open quote", '"abc'],
    ["a quote within", 'a"b'],
    ["an unknown escape", '"a\\b"'],
    ["a list", "a, b"],
    ["a space", "a b"],
    ["letters beyond ASCII", "k\u00e4se"],
  ])("gets 400 and writes nothing for %s", async (_what, key) => {
    const before = [await countPets(), await api.database.db.storedOutcome.count()];
    const { body } = await postPet(key);
    expect(body).toEqual(
      errorBody("invalid_request", 400, expect.stringMatching(/^header Idempotency-Key must be 1 to 255 /)),
    );
    expect([await countPets(), await api.database.db.storedOutcome.count()]).toEqual(before);
  });

  it.each([
    ["different", ["a", "b"]],
    ["equal", ["a", "a"]],
    ["halves of a quoted string", ['"a', 'b"']],
  ])("gets 400 and writes nothing for two values: %s", async (_what, fields) => {
    const before = [await countPets(), await api.database.db.storedOutcome.count()];
    const body = JSON.stringify(newPet());
    const answer = await api.sendBytes(
      `POST /v1/pets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.key}\r\nContent-Type: application/json\r\n`,
      fields.map((field) => `Idempotency-Key: ${field}\r\n`).join(""),
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*"code":"invalid_request","message":"header Idempotency-Key must be /);
    expect([await countPets(), await api.database.db.storedOutcome.count()]).toEqual(before);
  });

  it.each<[string, string, Options]>([
    ["body", "POST /v1/pets", { body: newPet({ name: "Luna" }) }],
    [
      "body that means the same",
      "POST /v1/pets",
      { raw: JSON.stringify(newPet(), null, 1), headers: { "content-type": "application/json" } },
    ],
    ["path", "POST /v1/categories", { body: newPet() }],
    ["query", "POST /v1/pets?a=b", { body: newPet() }],
    ["body that is invalid", "POST /v1/pets", { body: {} }],
  ])("gets 422 and changes nothing with another %s", async (_what, line, options) => {
    const key = randomUUID();
    const first = await postPet(key);
    const before = [await countPets(), await stored(key)];
    const { body, headers } = await sendOnce(key, line, options);
    expect(body).toEqual(errorBody("idempotency_key_reused", 422));
    expect(headers.get("idempotent-replayed")).toBeNull();
    expect([await countPets(), await stored(key)]).toEqual(before);
    expectReplay(await postPet(key), first);
  });

  it("is ignored by PATCH", async () => {
    const [petId] = await addPets(api, {});
    const key = randomUUID();
    for (const name of ["Rex", "Tom"])
      expect((await sendOnce(key, `PATCH /v1/pets/${petId}`, { body: { name } })).body).toMatchObject({ name });
    expect(await stored(key)).toEqual([]);
  });
});

describe("a refusal", () => {
  const json = { "content-type": "application/json" };

  it.each<[number, string, string, Options]>([
    [400, "a body that breaks a rule", "POST /v1/pets", { body: { name: 5 } }],
    [400, "an unknown query parameter", "POST /v1/pets?a=b", { body: newPet() }],
    [400, "malformed JSON that quotes half a character", "POST /v1/pets", { raw: `{"a":"🐕" 🐕}`, headers: json }],
    [400, "no body", "POST /v1/pets", { raw: "", headers: json }],
    [400, "bytes that are not UTF-8", "POST /v1/pets", { raw: Uint8Array.of(0x22, 0xff, 0x22), headers: json }],
    [400, "names of odd characters", "POST /v1/pets", { body: newPet({ "\0\ud800\u2028": 1 } as never) }],
    [415, "another media type", "POST /v1/pets", { raw: "name=Frank", headers: { "content-type": "text/plain" } }],
    [415, "another coding", "POST /v1/pets", { body: newPet(), headers: { "content-encoding": "gzip" } }],
    [404, "a path with an invalid id", "POST /v1/categories/x/merge", { body: { into: 1 } }],
    [409, "an order of a pet that does not exist", "POST /v1/orders", { body: { petId: 4_000_000_000 } }],
  ])("%i of %s is stored and replayed", async (status, _what, line, options) => {
    const key = randomUUID();
    const first = await sendOnce(key, line, options);
    expect(first.status).toBe(status);
    expectReplay(await sendOnce(key, line, options), first);
    expect(await statusesOf(key)).toEqual([status]);
  });

  it("is replayed even if the reason for it no longer exists", async () => {
    const key = randomUUID();
    const body = newPet({ categoryId: 99 });
    const first = await sendOnce(key, "POST /v1/pets", { body }, strict);
    expect(first.body).toEqual(errorBody("category_not_found", 409));
    await strict.database.db.category.create({ data: { id: 99 } });
    expectReplay(await sendOnce(key, "POST /v1/pets", { body }, strict), first);
    expect(await countPets(strict)).toBe(0);
    expect((await sendOnce(randomUUID(), "POST /v1/pets", { body }, strict)).status).toBe(201);
  });

  it("is stored, although the operation itself is rolled back", async () => {
    const name = randomUUID();
    await api.send("POST /v1/categories", { body: { name } });
    const before = await api.database.db.category.count();
    const key = randomUUID();
    const first = await sendOnce(key, "POST /v1/categories", { body: { name } });
    expect(first.body).toEqual(errorBody("name_taken", 409));
    expectReplay(await sendOnce(key, "POST /v1/categories", { body: { name } }), first);
    expect(await api.database.db.category.count()).toBe(before);
  });

  it.each<[number, string, Options]>([
    [401, "without a key", { key: "" }],
    [406, "that wants HTML", { headers: { accept: "text/html" } }],
    [413, "with a body over the limit", { body: newPet({ name: "a".repeat(103_000) }) }],
  ])("%i of a request %s stores nothing", async (status, _what, options) => {
    const key = randomUUID();
    expect((await postPet(key, options)).status).toBe(status);
    expect(await stored(key)).toEqual([]);
    expect((await postPet(key)).status).toBe(201);
  });

  it("403 stores nothing", async () => {
    const key = randomUUID();
    expect((await postPet(key, { key: await api.makeKey("read") })).status).toBe(403);
    expect(await stored(key)).toEqual([]);
  });

  it("gets 422 for the same payload with another Content-Type", async () => {
    const raw = JSON.stringify(newPet());
    const plain = { raw, headers: { "content-type": "text/plain" } };
    for (const [first, second, status] of [
      [{ raw, headers: json }, plain, 201],
      [plain, { raw, headers: json }, 415],
    ] as const) {
      const key = randomUUID();
      expect((await sendOnce(key, "POST /v1/pets", first)).status).toBe(status);
      expect((await sendOnce(key, "POST /v1/pets", second)).body).toEqual(errorBody("idempotency_key_reused", 422));
    }
  });

  it("500 and 503 are not stored, and a repeat runs again", async () => {
    const key = randomUUID();
    await api.database.pool.query("ALTER TABLE pet RENAME TO pets");
    const failed = await postPet(key);
    await api.database.pool.query("ALTER TABLE pets RENAME TO pet");
    expect([failed.status, await stored(key)]).toEqual([500, []]);
    expect([(await postPet(key)).status, await statusesOf(key)]).toEqual([201, [201]]);
  });
});

describe("while the first request is in flight", () => {
  const waitingForPet = `FROM pg_locks WHERE relation = 'pet'::regclass AND NOT granted AND ${inThisDatabase}`;

  /** Blocks the first request in the middle of its work. @returns A function that releases it. */
  const holdUp = async () => {
    const holder = await api.database.pool.connect();
    await holder.query("BEGIN; LOCK TABLE pet");
    const waiting = async () => (await holder.query(`SELECT ${waitingForPet}`)).rowCount;
    return {
      isUnderWay: () => expect.poll(waiting, { interval: 10 }).toBe(1),
      letGo: async () => {
        await holder.query("ROLLBACK");
        holder.release();
      },
    };
  };

  it("a repeat and a request with another body get 409 with Retry-After, then the outcome", async () => {
    const { isUnderWay, letGo } = await holdUp();
    const key = randomUUID();
    const first = postPet(key);
    await isUnderWay();
    for (const meanwhile of [await postPet(key), await postPet(key, { body: {} })]) {
      expect(meanwhile.body).toEqual(errorBody("idempotency_key_in_use", 409));
      expect(meanwhile.headers.get("retry-after")).toBe("1");
    }
    await letGo();
    const outcome = await first;
    expectReplay(await postPet(key), outcome);
    expect(await statusesOf(key)).toEqual([201]);
  });

  it("another account's request with the same key runs", async () => {
    const { isUnderWay, letGo } = await holdUp();
    const key = randomUUID();
    const first = postPet(key);
    await isUnderWay();
    const other = await api.makeKey("write", { accountId: await api.makeAccount("clerk") });
    const meanwhile = await sendOnce(key, "POST /v1/categories", { key: other, body: { name: `Own ${key}` } });
    expect([meanwhile.status, isReplay(meanwhile)]).toEqual([201, null]);
    await letGo();
    expect((await first).status).toBe(201);
  });

  it("the work continues when the client disconnects, and leaves no open transaction", async () => {
    const before = await countPets();
    const { isUnderWay, letGo } = await holdUp();
    const key = randomUUID();
    const client = new AbortController();
    const gone = fetch(`${api.origin}/v1/pets`, {
      method: "POST",
      headers: { authorization: `Bearer ${api.key}`, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(newPet()),
      signal: client.signal,
    }).catch(() => "gone");
    await isUnderWay();
    client.abort();
    expect(await gone).toBe("gone");
    await letGo();
    await expect.poll(() => statusesOf(key)).toEqual([201]);
    expect(isReplay(await postPet(key))).toBe("true");
    expect(await countPets()).toBe(before + 1);
    await expect.poll(openTransactions).toBe(0);
  });

  it("a repeat runs after the first request fails", async () => {
    const { isUnderWay, letGo } = await holdUp();
    const key = randomUUID();
    const first = postPet(key);
    await isUnderWay();
    // Without a time limit, the function would return before the backend has released the lock of the key, and the
    // repeat would be refused.
    await api.database.pool.query(`SELECT pg_terminate_backend(pid, 30000) ${waitingForPet}`);
    expect((await first).status).toBe(503);
    await letGo();
    const second = await postPet(key);
    expect([second.status, isReplay(second)]).toEqual([201, null]);
    expect(await statusesOf(key)).toEqual([201]);
  });
});

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPet, petOf } from "../../test/support/builders.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

describe("POST /pets", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const post = (body: unknown) => api.send("POST /v1/pets", { body });
  const countPets = () => api.database.db.pet.count();

  it("returns 201 with the pet and its Location", async () => {
    const { status, body, headers } = await post({ name: "Luna", categoryId: 7, status: "pending" });
    const { id } = body as { id: number };
    const luna = petOf({ id, name: "Luna", categoryId: 7, status: "pending" });
    expect({ status, body }).toEqual({ status: 201, body: luna });
    expect(headers.get("location")).toBe(`/v1/pets/${id}`);
    expect(await api.database.db.pet.findUnique({ where: { id } })).toEqual(luna);
  });

  it("returns 201 with the ETag of GET", async () => {
    const { body, headers } = await post(newPet());
    const answer = await api.send(`GET /v1/pets/${(body as { id: number }).id}`);
    expect(headers.get("etag")).toMatch(/^"[\w-]{22}"$/);
    expect(headers.get("etag")).toBe(answer.headers.get("etag"));
  });

  it("returns the same 201 from the fast path as from Express", async () => {
    const content = JSON.stringify(newPet({ name: "Jürgen 🐕" }));
    const create = async (...fields: string[]) => {
      const head = ["POST /v1/pets HTTP/1.1", "Host: a", `Authorization: Bearer ${api.key}`, ...fields];
      const length = `Content-Length: ${Buffer.byteLength(content)}`;
      const answer = await api.sendBytes(`${[...head, length, "Connection: close"].join("\r\n")}\r\n\r\n${content}`);
      return answer
        .replace(/^(X-Request-Id|Date|RateLimit|ETag): .*$/gm, "$1: its own")
        .replace(/"id":\d+/, '"id":0')
        .replace(/^(Location: .*\/)\d+/m, "$10");
    };
    const fromExpress = await create("Content-Type: application/json", 'Idempotency-Key: "bytes"');
    expect(fromExpress).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
    expect(await create("Content-Type: application/json")).toBe(fromExpress);
    expect(await create("Content-Type: Application/JSON; charset=UTF-8")).toBe(fromExpress);
  });

  it("returns 201 with the status available by default", async () => {
    expect((await post(newPet())).body).toMatchObject({ status: "available" });
  });

  it("returns 201 with the trimmed name, and stores it trimmed", async () => {
    const { body } = await post(newPet({ name: "\u00a0\t Rex  the dog \n" }));
    expect(body).toMatchObject({ name: "Rex  the dog" });
    const row = await api.database.db.pet.findUnique({ where: { id: (body as { id: number }).id } });
    expect(row?.name).toBe("Rex  the dog");
  });

  it("returns 201 and registers an unknown category without a name", async () => {
    expect((await post(newPet({ categoryId: 9007199254740991 }))).status).toBe(201);
    expect(await api.database.db.category.findUnique({ where: { id: 9007199254740991n } })).toMatchObject({
      id: 9007199254740991,
      name: null,
    });
  });

  it("returns 201 for concurrent pets of a new category, which is registered once", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(newPet({ categoryId: 4242 }))));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(await api.database.db.category.count({ where: { id: 4242 } })).toBe(1);
  });

  it("returns 201 and preserves any name byte for byte", async () => {
    const text = fc.string({ unit: "binary", minLength: 1, maxLength: 200 });
    const names = text.map((one) => one.replaceAll(/\p{Cc}/gu, "").trim());
    await fc.assert(
      fc.asyncProperty(
        names.filter((name) => name !== ""),
        async (name) => {
          const created = (await post(newPet({ name }))).body as { id: number };
          expect((await api.send(`GET /v1/pets/${created.id}`)).body).toMatchObject({ name });
        },
      ),
      { numRuns: 50 },
    );
  });

  it("returns 400 naming every invalid field, and writes nothing", async () => {
    const before = await countPets();
    const { status, body } = await post({ name: "\t", categoryId: "1", status: null, wings: 2 });
    expect(status).toBe(400);
    expect(body).toEqual(
      errorBody(
        "invalid_request",
        400,
        "body.name must have 1 to 200 characters after trimming; " +
          "body.categoryId must be an integer from 1 to 9007199254740991; " +
          "body.status must be one of available, pending, sold; " +
          "body.wings is not a recognised field",
      ),
    );
    expect(await countPets()).toBe(before);
  });

  it.each([
    ["no name", { categoryId: 1 }, "body.name is required"],
    ["no categoryId", { name: "Frank" }, "body.categoryId is required"],
    ["nothing", {}, "body.name is required; body.categoryId is required"],
    ["a name of 201 code points", newPet({ name: "🐕".repeat(201) }), /^body\.name must have 1 to 200 characters/],
    ["NUL in the name", newPet({ name: "a\0b" }), "body.name must not contain control characters"],
    ["a lone surrogate in the name", newPet({ name: "a\ud800b" }), "body.name must not contain lone surrogates"],
    ["a number for a name", newPet({ name: 5 }), "body.name must be a string"],
    ["null for a name", newPet({ name: null }), "body.name must be a string"],
    ["a categoryId of 0", newPet({ categoryId: 0 }), /^body\.categoryId must be an integer from 1/],
    ["a fraction for a categoryId", newPet({ categoryId: 1.5 }), /^body\.categoryId must be an integer from 1/],
    ["null for a status", newPet({ status: null }), "body.status must be one of available, pending, sold"],
    ["an unknown status", newPet({ status: "Sold" }), "body.status must be one of available, pending, sold"],
    ["an id, which is not the client's to give", newPet({ id: 5 } as never), "body.id is not a recognised field"],
    ["an array", [newPet()], "body must be a JSON object"],
    ["null", null, "body must be a JSON object"],
    ["a string", "Frank", "body must be a JSON object"],
  ])("returns 400 for %s", async (_what, body, message) => {
    const matching = message instanceof RegExp ? expect.stringMatching(message) : message;
    expect((await post(body)).body).toEqual(errorBody("invalid_request", 400, matching));
  });

  it("returns 400 for an unknown query parameter", async () => {
    const { body } = await api.send("POST /v1/pets?dryRun=true", { body: newPet() });
    expect(body).toEqual(errorBody("invalid_request", 400, "query.dryRun is not a recognised parameter"));
  });

  it("parses numbers like JSON.parse: 1e2 is 100, 9007199254740993 is refused", async () => {
    const raw = (categoryId: string) =>
      api.send("POST /v1/pets", {
        raw: `{"name":"Frank","categoryId":${categoryId}}`,
        headers: { "content-type": "application/json" },
      });
    expect((await raw("1e2")).body).toMatchObject({ categoryId: 100 });
    expect((await raw("9007199254740993")).status).toBe(400);
  });

  it("returns 403 for a read key, and writes nothing", async () => {
    const before = await countPets();
    const answer = await api.send("POST /v1/pets", { key: await api.makeKey("read"), body: newPet() });
    expect(answer.body).toEqual(errorBody("forbidden", 403));
    expect(answer.headers.get("www-authenticate")).toBe(
      'Bearer realm="petstore", error="insufficient_scope", scope="write"',
    );
    expect(await countPets()).toBe(before);
  });
});

describe("POST /pets with CATEGORY_POLICY=require", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({ CATEGORY_POLICY: "require" });
  });
  afterAll(() => api.close());

  it("returns 409 category_not_found for an unknown category, and writes nothing", async () => {
    const { db } = api.database;
    const rows = async () => [await db.pet.count(), await db.category.count()];
    const before = await rows();
    const { body } = await api.send("POST /v1/pets", { body: newPet({ categoryId: 99 }) });
    expect(body).toEqual(
      errorBody("category_not_found", 409, "body.categoryId refers to category 99, which does not exist"),
    );
    expect(await rows()).toEqual(before);
  });

  it("returns 201 for an existing category", async () => {
    await api.database.db.category.create({ data: { id: 5, name: "Dog" } });
    expect((await api.send("POST /v1/pets", { body: newPet({ categoryId: 5 }) })).status).toBe(201);
  });
});

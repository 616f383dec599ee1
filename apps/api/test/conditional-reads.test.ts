import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets, newPet } from "./support/builders.js";
import { linksOf } from "./support/links.js";
import { createTestApi, errorBody, type TestApi } from "./support/test-api.js";

describe("a conditional request", () => {
  let api: TestApi;
  let ids: number[];
  beforeAll(async () => {
    api = await createTestApi({ CORS_ORIGINS: "https://admin.example" });
    ids = await addPets(api, {}, {}, {});
  });
  afterAll(() => api.close());

  const get = (path: string, headers: Record<string, string> = {}) => api.send(`GET ${path}`, { headers });
  const tagOf = async (path: string, headers?: Record<string, string>) =>
    (await get(path, headers)).headers.get("etag") ?? "";
  const paths = () => ["/v1/pets?limit=2", "/v1/pets?q=nobody", `/v1/pets/${ids[0]}`];

  it("gets a strong ETag, Cache-Control and Vary with every cacheable response", async () => {
    for (const path of paths()) {
      const { headers } = await get(path);
      expect(headers.get("etag")).toMatch(/^"[A-Za-z0-9_-]{22}"$/);
      expect(headers.get("cache-control")).toBe("private, no-cache");
      expect(headers.get("vary")?.split(", ").toSorted()).toEqual(["Authorization", "Origin"]);
    }
  });

  it("gets the same ETag with every key, and for GET and HEAD", async () => {
    for (const path of paths()) {
      const tag = await tagOf(path);
      const other = await api.send(`GET ${path}`, { key: await api.makeKey("admin") });
      const head = await api.send(`HEAD ${path}`);
      expect([other.headers.get("etag"), head.headers.get("etag"), head.status]).toEqual([tag, tag, 200]);
    }
  });

  it("gets a new ETag when a next page appears, even if the pets of this page are the same", async () => {
    const path = "/v1/pets?categoryId=7&limit=2";
    const [first] = await addPets(api, { categoryId: 7 }, { categoryId: 7 });
    const before = await get(path);
    await addPets(api, { categoryId: 7 });
    await api.heard();
    const after = await get(path);
    expect(after.body).toEqual(before.body);
    expect(Object.keys(linksOf(after.headers.get("link")))).toEqual(["next", "first"]);
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
    expect((await get(path, { "if-none-match": before.headers.get("etag") ?? "" })).status).toBe(200);
    await api.database.db.pet.update({ where: { id: first ?? 0 }, data: { status: "sold" } });
    await api.heard();
    expect(await tagOf(path)).not.toBe(after.headers.get("etag"));
  });

  it("gets a new ETag when the total count is requested or changes", async () => {
    const path = "/v1/pets?categoryId=8&limit=1";
    const counted = { prefer: "count=exact" };
    await addPets(api, { categoryId: 8 }, { categoryId: 8 });
    const tags = [await tagOf(path), await tagOf(path, counted)];
    await addPets(api, { categoryId: 8 });
    expect(await tagOf(path)).toBe(tags[0]);
    expect(new Set([...tags, await tagOf(path, counted)]).size).toBe(3);
  });

  it("gets a 304 without a body if a tag matches: in a list, weak or `*`, also for HEAD", async () => {
    for (const path of paths()) {
      const { headers } = await get(path);
      const tag = headers.get("etag") ?? "";
      for (const field of [tag, `"a", ${tag}`, `W/${tag}`, `W/"a" , W/${tag},`, "*"]) {
        for (const method of ["GET", "HEAD"]) {
          const answer = await api.send(`${method} ${path}`, { headers: { "if-none-match": field } });
          expect([answer.status, answer.text, answer.headers.get("content-type")]).toEqual([304, "", null]);
          for (const name of ["etag", "cache-control", "vary"])
            expect(answer.headers.get(name)).toBe(headers.get(name));
        }
      }
    }
  });

  it("gets a 200 for another ETag", async () => {
    for (const path of paths()) {
      const { status, text } = await get(path, { "if-none-match": '"a", W/"b", "*"' });
      expect([status, text]).toEqual([200, (await get(path)).text]);
    }
  });

  it.each(["abc", '"a', "*, *", '"a" "b"', 'w/"a"', ""])("gets a 400 for If-None-Match: %s", async (field) => {
    for (const path of paths()) {
      expect((await get(path, { "if-none-match": field })).body).toEqual(
        errorBody(
          "invalid_request",
          400,
          'header If-None-Match must be * or a list of entity tags, for example "q1w2e3"',
        ),
      );
    }
  });

  it("gets a 401 or 404 without an ETag, even if the tag would match", async () => {
    const field = { "if-none-match": "*" };
    const answers = [
      await api.send("GET /v1/pets", { key: "", headers: field }),
      await get("/v1/pets/9007199254740991", field),
    ];
    expect(answers.map(({ status, headers }) => [status, headers.get("etag")])).toEqual([
      [401, null],
      [404, null],
    ]);
  });

  it("gets the ETag that the response to POST had", async () => {
    const { body, headers } = await api.send("POST /v1/pets", { body: newPet() });
    expect(await tagOf(`/v1/pets/${(body as { id: number }).id}`)).toBe(headers.get("etag"));
  });

  it("gets the header fields of a deprecated operation even with a 304", async () => {
    const { status, headers } = await get(`/v1/pets/${ids[0]}`, { "if-none-match": "*" });
    expect([status, headers.get("sunset")]).toEqual([304, "Thu, 05 Dec 2030 00:00:00 GMT"]);
  });
});

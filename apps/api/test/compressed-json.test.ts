import { contract, listRoutes } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createJsonCompressor, isCompressible } from "../src/operation/json-compression.js";
import { addPets } from "./support/builders.js";
import { createTestApi, type TestApi } from "./support/test-api.js";

const IDENTITY = { "accept-encoding": "identity" };
const GZIP = { "accept-encoding": "gzip, br" };

describe("compressed JSON", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
    for (let at = 0; at < 40; at += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await api.send("POST /v1/categories", { body: { name: `${"A category of animals ".repeat(2)}${at}` } });
    }
    await addPets(api, ...Array.from({ length: 60 }, (_, at) => ({ name: `Luna ${at}` })));
  });
  afterAll(() => api.close());

  const get = (path: string, headers: Record<string, string>, method = "GET") =>
    api.send(`${method} /v1${path}`, { headers });
  const sizeOf = ({ headers }: { headers: Headers }) => Number(headers.get("content-length"));

  const listings = [
    ["the fast path", "/pets?limit=60&expand=profile", {}],
    ["Express", "/pets?limit=60&expand=profile", { prefer: "count=exact" }],
    ["a listing that is not published", "/categories?limit=100", {}],
  ] as const;

  it.each(listings)("from %s is the same content with a strong tag of its own", async (_, path, more) => {
    const [plain, coded] = [await get(path, { ...IDENTITY, ...more }), await get(path, { ...GZIP, ...more })];
    expect([plain.headers.get("content-encoding"), coded.headers.get("content-encoding")]).toEqual([null, "gzip"]);
    expect(coded.text).toBe(plain.text);
    expect(sizeOf(plain)).toBe(Buffer.byteLength(plain.text));
    expect(sizeOf(coded)).toBeLessThan(sizeOf(plain) / 3);
    expect(coded.headers.get("etag")).toBe(plain.headers.get("etag")?.replace(/"$/, '-gzip"'));
    for (const { headers } of [plain, coded]) expect(headers.get("vary")).toBe("Authorization, Accept-Encoding");
  });

  it.each(listings)(
    "from %s answers a 304 to the tag of the coding, and HEAD with its fields",
    async (_, path, more) => {
      const { headers } = await get(path, { ...GZIP, ...more });
      const tag = headers.get("etag") ?? "";
      const known = await get(path, { ...GZIP, ...more, "if-none-match": tag });
      expect([known.status, known.headers.get("etag"), known.headers.get("vary")]).toEqual([
        304,
        tag,
        "Authorization, Accept-Encoding",
      ]);
      expect((await get(path, { ...IDENTITY, ...more, "if-none-match": tag })).status).toBe(200);
      const head = await get(path, { ...GZIP, ...more }, "HEAD");
      for (const name of ["etag", "content-encoding", "content-length"])
        expect(head.headers.get(name)).toBe(headers.get(name));
    },
  );

  it("comes from the cache in the coding that each client accepts", async () => {
    const path = "/pets?limit=59&expand=profile";
    const codingOf = async (headers: Record<string, string>) =>
      (await get(path, headers)).headers.get("content-encoding");
    for (let time = 0; time < 4; time += 1) {
      expect([await codingOf(GZIP), await codingOf(IDENTITY)]).toEqual(["gzip", null]);
    }
    expect(api.deps.responseCache.stats().hits).toBeGreaterThan(0);
  });

  it("is not sent to a client of the published form, nor for a short text", async () => {
    for (const path of ["/pets?limit=60&status=available", "/pets/1", "/pets?limit=1&expand=profile", "/views"]) {
      const { headers, text } = await get(path, GZIP);
      expect(headers.get("content-encoding")).toBeNull();
      expect(headers.get("etag")).not.toContain("gzip");
      expect(sizeOf({ headers })).toBe(Buffer.byteLength(text));
    }
    expect((await get("/pets?limit=60", GZIP)).headers.get("vary")).toBe("Authorization");
  });

  it("is sent for no resource whose tag If-Match compares", () => {
    const routes = listRoutes(contract);
    const compared = routes.filter(({ route }) => "if-match" in ((route.headers ?? {}) as object));
    expect(compared.length).toBeGreaterThan(20);
    // The tag of an action is compared below its path.
    const paths = new Set([...compared.map(({ route }) => route.path), contract.actions.getAction.path]);
    const reads = routes.filter(({ route }) => route.method === "GET" && paths.has(route.path));
    expect(reads.map(({ route }) => route.path)).toContain(contract.actions.getAction.path);
    expect(reads.filter(({ route }) => isCompressible(route, { query: { expand: ["profile"] } }))).toEqual([]);
  });

  it("has the tag of the text as it is if the text is short, also for If-None-Match: *", async () => {
    const { headers, status } = await get("/views", { ...GZIP, "if-none-match": "*" });
    expect([status, headers.get("etag")]).toEqual([304, (await get("/views", GZIP)).headers.get("etag")]);
  });

  it("is left out while the process compresses as much as it may", async () => {
    const { encode } = createJsonCompressor(10_000);
    const json = { text: "a".repeat(6_000), tag: '"a"' };
    const answers = await Promise.all([encode(json, "gzip"), encode(json, "gzip")]);
    expect(answers.map(({ tag, compressed, isRefused }) => [tag, compressed !== undefined, isRefused])).toEqual([
      ['"a-gzip"', true, undefined],
      ['"a"', false, true],
    ]);
    expect((await encode(json, "gzip")).tag).toBe('"a-gzip"');
  });
});

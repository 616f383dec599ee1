import type { ApiKey } from "@petstore/contract/routes";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, errorBody, type TestApi } from "../../../test/support/test-api.js";

const NOW = new Date("2026-11-21T12:00:00Z");
const statuses = ["active", "expired", "revoked"] as const;

describe("GET /api-keys", () => {
  let api: TestApi;
  let admin: string;
  let all: ApiKey[];
  beforeAll(async () => {
    api = await createTestApi({}, { clock: () => NOW });
    admin = await api.makeKey("admin");
    const manager = await api.makeAccount("manager");
    // Inserts keys of two accounts: active ones, expired ones, and ones that were revoked before or after their expiry.
    await api.database.pool.query(
      `INSERT INTO api_key (account_id, name, scope, hash, prefix, last_four, expires_at, revoked_at)
       SELECT CASE WHEN n % 2 = 0 THEN $1::bigint ELSE (SELECT min(id) FROM account) END, 'Key ' || n, 'read',
         sha256(n::text::bytea), 'pets_live_', 'abcd',
         $2::timestamptz + ('{NULL,0,1,-1000}'::integer[])[1 + n % 4] * interval '1 millisecond',
         CASE WHEN n % 3 = 0 THEN now() END
       FROM generate_series(1, 48) AS n`,
      [manager, NOW],
    );
    await api.database.pool.query(
      "INSERT INTO deprecated_use SELECT id, (now() AT TIME ZONE 'UTC')::date, 'getPet', id FROM api_key WHERE id % 2 = 0",
    );
    all = (await list("?limit=100")).keys;
  });
  afterAll(() => api.close());

  const list = async (query = "") => {
    const { status, body, headers } = await api.send(`GET /v1/api-keys${query}`, { key: admin });
    return { status, keys: body as ApiKey[], link: headers.get("link") ?? "" };
  };
  const linkTo = (rel: string, link: string) =>
    new RegExp(`</v1/api-keys(\\?[^>]+)>; rel="${rel}"`).exec(link)?.[1] ?? null;
  const walk = async (query: string) => {
    const pages: ApiKey[][] = [];
    for (let next: string | null = query; next !== null; ) {
      const { keys, link } = await list(next);
      pages.push(keys);
      next = linkTo("next", link);
    }
    return pages;
  };
  const idsOf = (keys: ApiKey[]) => keys.map(({ id }) => id);
  const statusOf = ({ revokedAt, expiresAt }: ApiKey) => {
    if (revokedAt !== null) return "revoked";
    return expiresAt !== null && Date.parse(expiresAt) <= NOW.getTime() ? "expired" : "active";
  };

  it("returns 200 with the first 20 keys of all accounts by id", async () => {
    const { status, keys } = await list();
    expect([status, idsOf(keys)]).toEqual([200, Array.from({ length: 20 }, (_, index) => index + 1)]);
    expect(new Set(all.map(({ createdBy }) => createdBy.id)).size).toBe(2);
  });

  it("returns each key like GET /api-keys/{keyId}, without its secret", async () => {
    for (const key of all.slice(0, 6))
      expect((await api.send(`GET /v1/api-keys/${key.id}`, { key: admin })).body).toEqual(key);
    expect(all.map((key) => key.deprecatedCalls[0]?.count)).toEqual(
      all.map(({ id }) => (id % 2 === 0 ? id : undefined)),
    );
    expect(Object.keys(all[0] ?? {})).not.toContain("key");
  });

  it("reads a page with as many statements for 100 keys as for two", async () => {
    let queries = 0;
    const count = () => void (queries += 1);
    // Work in the background may add a statement to one attempt.
    const countOf = async (limit: number) => {
      const counts: number[] = [];
      for (let attempt = 0; attempt < 5; attempt += 1) {
        queries = 0;
        await list(`?limit=${limit}`);
        counts.push(queries);
      }
      return Math.min(...counts);
    };
    await list();
    api.database.pool.on("acquire", count);
    const counts = [await countOf(2), await countOf(100)];
    api.database.pool.off("acquire", count);
    expect(counts).toEqual([3, 3]);
  });

  it.each(statuses)("filters by status %s", async (status) => {
    const { keys } = await list(`?status=${status}&limit=100`);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys).toEqual(all.filter((key) => statusOf(key) === status));
  });

  it("lists every key once by Link, for any limit, status and sort", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(undefined, ...statuses),
        fc.constantFrom(undefined, "id", "-id"),
        async (limit, status, sort) => {
          const query = Object.entries({ limit, status, sort }).filter(([, value]) => value !== undefined);
          const pages = await walk(`?${new URLSearchParams(query as [string, string][])}`);
          const expected = idsOf(all.filter((key) => status === undefined || statusOf(key) === status));
          if (sort === "-id") expected.reverse();
          expect(pages.map(idsOf).flat()).toEqual(expected);
          expect(pages).toHaveLength(Math.ceil(expected.length / limit));
        },
      ),
      { numRuns: 15 },
    );
  });

  it("links back to the previous page", async () => {
    const second = await list(linkTo("next", (await list("?limit=5&sort=-id")).link) ?? "");
    const first = await list(linkTo("prev", second.link) ?? "");
    expect([...idsOf(first.keys), ...idsOf(second.keys)]).toEqual(idsOf(all).toReversed().slice(0, 10));
  });

  it("returns 304 until the page changes", async () => {
    const tag = (await api.send("GET /v1/api-keys", { key: admin })).headers.get("etag") ?? "";
    const known = await api.send("GET /v1/api-keys", { key: admin, headers: { "if-none-match": tag } });
    expect([known.status, known.text]).toEqual([304, ""]);
  });

  it("returns 400 for a cursor with another status or sort", async () => {
    const next = linkTo("next", (await list("?limit=5&status=active")).link) ?? "";
    const cursor = new URLSearchParams(next).get("cursor");
    for (const filters of ["", "status=revoked&", "status=active&sort=-id&"])
      expect((await list(`?${filters}cursor=${cursor}`)).status).toBe(400);
    expect((await list(`?status=active&limit=2&cursor=${cursor}`)).status).toBe(200);
  });

  it.each([
    ["limit=101", "query.limit must be an integer from 1 to 100"],
    ["status=ended", "query.status must be one of active, expired, revoked"],
    ["status=active&status=revoked", "query.status is given 2 times; send it once"],
    ["sort=name", "query.sort must be one of id, -id"],
    ["cursor=", "query.cursor must be a cursor from a Link header of this service"],
    ["account=1", "query.account is not a recognised parameter"],
  ])("returns 400 for ?%s", async (query, message) => {
    expect((await list(`?${query}`)).keys).toEqual(errorBody("invalid_request", 400, message));
  });

  it("returns 403 for a write key", async () => {
    expect((await api.send("GET /v1/api-keys")).body).toEqual(
      errorBody("forbidden", 403, "this operation requires an API key with scope admin"),
    );
  });
});

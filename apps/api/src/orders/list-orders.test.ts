import { type Order, OrderStatus, type Pet } from "@petstore/contract/routes";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ownApi } from "../../test/support/own-api.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import type { LaneName } from "../config/connection-budget.js";
import { createLanes } from "../concurrency/lanes.js";

const statuses = OrderStatus.options;

describe("GET /orders", () => {
  let api: TestApi;
  let all: Order[];
  /** Records the lanes that the listings use. */
  const used: LaneName[] = [];
  const lanes = createLanes();
  const noted = (name: LaneName) => {
    const lane = lanes[name];
    const run: typeof lane.run = (flow, work) => {
      used.push(name);
      return lane.run(flow, work);
    };
    return { ...lane, run };
  };
  beforeAll(async () => {
    api = await createTestApi({}, { lanes: { ...lanes, reads: noted("reads"), searches: noted("searches") } });
    await api.database.pool.query(`
      INSERT INTO category (id) VALUES (1);
      INSERT INTO pet (id, name, category_id) SELECT id, 'Frank', 1 FROM generate_series(1, 45) AS id;
      INSERT INTO store_order (pet_id, status, reference)
        SELECT id, (enum_range(NULL::order_status))[1 + id % 4], CASE WHEN id % 2 = 0 THEN 'PO-' || id END
        FROM generate_series(1, 45) AS id;
      INSERT INTO store_order (pet_id, status) SELECT 3, 'cancelled' FROM generate_series(1, 5)`);
    all = (await list("?limit=100")).orders;
  });
  afterAll(() => api.close());

  const list = async (query = "") => {
    const { status, body, headers } = await api.send(`GET /v1/orders${query}`);
    return { status, orders: body as Order[], link: headers.get("link") ?? "" };
  };
  const linkTo = (rel: string, link: string) =>
    new RegExp(`</v1/orders(\\?[^>]+)>; rel="${rel}"`).exec(link)?.[1] ?? null;
  const walk = async (query: string, rel: string) => {
    const pages: Order[][] = [];
    for (let next: string | null = query; next !== null; ) {
      const { orders, link } = await list(next);
      pages.push(orders);
      next = linkTo(rel, link);
    }
    return pages;
  };
  const idsOf = (orders: Order[]) => orders.map(({ id }) => id);

  it("returns 200 with the first 20 orders by id", async () => {
    const { status, orders } = await list();
    expect(status).toBe(200);
    expect(idsOf(orders)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(orders.slice(0, 2)).toEqual([
      {
        ...{
          id: 1,
          petId: 1,
          status: "approved",
          reference: null,
          customerId: null,
          note: null,
          price: null,
          payment: null,
        },
        ...{ createdAt: orders[0]?.createdAt, updatedAt: orders[0]?.updatedAt },
      },
      {
        ...{
          id: 2,
          petId: 2,
          status: "delivered",
          reference: "PO-2",
          customerId: null,
          note: null,
          price: null,
          payment: null,
        },
        ...{ createdAt: orders[1]?.createdAt, updatedAt: orders[1]?.updatedAt },
      },
    ]);
    expect(orders[0]?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it("returns each order like GET /orders/{orderId}", async () => {
    for (const order of all.slice(0, 4)) expect((await api.send(`GET /v1/orders/${order.id}`)).body).toEqual(order);
  });

  it("reads the pets with expand=pet by one statement, and returns null for a deleted pet", async () => {
    const { rows } = await api.database.pool.query<{ id: string }>(
      "INSERT INTO store_order (pet_id, status) VALUES (4000, 'cancelled') RETURNING id",
    );
    const { body } = await api.send("GET /v1/pets?limit=100");
    const pets = new Map((body as Pet[]).map((pet) => [pet.id, pet]));
    const plain = (await list("?limit=100")).orders;
    const expected = plain.map((order) => ({ ...order, pet: pets.get(order.petId) ?? null }));
    expect(expected.map(({ pet }) => pet).filter((pet) => pet === null)).toHaveLength(1);
    for (const [query, reversed] of [
      ["?expand=pet&limit=20", false],
      ["?expand=pet&sort=-id&limit=7", true],
    ] as const)
      expect((await walk(query, "next")).flat()).toEqual(reversed ? expected.toReversed() : expected);
    expect((await list("?expand=pet&reference=po-4&status=placed")).orders).toEqual(
      expected.filter(({ reference, status }) => reference?.startsWith("PO-4") && status === "placed"),
    );
    const query = vi.spyOn(api.database.reads.pool, "query");
    await list("?expand=pet&petId=3");
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
    await api.database.pool.query("DELETE FROM store_order WHERE id = $1", [rows[0]?.id]);
  });

  it("filters by pet, by status and by both", async () => {
    expect(idsOf((await list("?petId=3")).orders)).toEqual([3, 46, 47, 48, 49, 50]);
    expect(idsOf((await list("?petId=3&status=cancelled&sort=-id")).orders)).toEqual([50, 49, 48, 47, 46, 3]);
    expect((await list("?petId=3&status=placed")).orders).toEqual([]);
    expect((await list("?petId=9007199254740991")).orders).toEqual([]);
  });

  it("lists every order once by Link, in both directions, for any limit, status and sort", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(undefined, ...statuses),
        fc.constantFrom(undefined, "id", "-id"),
        async (limit, status, sort) => {
          const query = Object.entries({ limit, status, sort }).filter(([, value]) => value !== undefined);
          const there = await walk(`?${new URLSearchParams(query as [string, string][])}`, "next");
          const expected = idsOf(all).filter((_, index) => status === undefined || all[index]?.status === status);
          if (sort === "-id") expected.reverse();
          expect(there.map(idsOf).flat()).toEqual(expected);
          expect(there).toHaveLength(Math.ceil(expected.length / limit));
          if (there.length < 2) return;
          const nearTheEnd = await list(`?${new URLSearchParams(query as [string, string][])}`);
          const second = await list(linkTo("next", nearTheEnd.link) ?? "");
          const back = await walk(linkTo("prev", second.link) ?? "", "prev");
          expect(back.map(idsOf).flat()).toEqual(expected.slice(0, limit));
        },
      ),
      { numRuns: 15 },
    );
  });

  it("filters by a text anywhere in the reference, ignoring case, and combines with other filters", async () => {
    expect(idsOf((await list("?reference=po-4")).orders)).toEqual([4, 40, 42, 44]);
    expect(idsOf((await list("?reference=PO-4&sort=-id&limit=2")).orders)).toEqual([44, 42]);
    expect(idsOf((await list("?reference=po-4&petId=42")).orders)).toEqual([42]);
    const ofStatus = all.filter(({ reference, status }) => reference?.startsWith("PO-") && status === "delivered");
    expect(idsOf((await list("?reference=po&status=delivered&limit=100")).orders)).toEqual(idsOf(ofStatus));
    expect(idsOf((await list("?reference=o-4")).orders)).toEqual([4, 40, 42, 44]);
    expect(idsOf((await list("?reference=-42")).orders)).toEqual([42]);
    expect((await list("?reference=o_4")).orders).toEqual([]);
  });

  it("lists every order of a reference once by Link, in both directions", async () => {
    for (const sort of ["id", "-id"]) {
      const expected = idsOf((await list(`?reference=po-&sort=${sort}&limit=100`)).orders);
      const pages = await walk(`?reference=po-&sort=${sort}&limit=4`, "next");
      expect(pages.flat().map(({ id }) => id)).toEqual(expected);
      expect(expected).toHaveLength(22);
      const { link } = await list(linkTo("next", (await list(`?reference=po-&sort=${sort}&limit=4`)).link) ?? "");
      expect((await walk(linkTo("prev", link) ?? "", "prev")).map(idsOf)).toEqual([expected.slice(0, 4)]);
    }
  });

  it("uses the search lane only for a reference without other filters, else the read lane", async () => {
    for (const query of ["", "?petId=3", "?status=placed", "?petId=3&reference=PO", "?reference=PO"]) {
      used.length = 0;
      await list(query);
      expect({ query, used }).toEqual({ query, used: [query === "?reference=PO" ? "searches" : "reads"] });
    }
  });

  it("returns 304 until the page changes", async () => {
    const tag = (await api.send("GET /v1/orders?limit=5")).headers.get("etag") ?? "";
    const known = await api.send("GET /v1/orders?limit=5", { headers: { "if-none-match": tag } });
    expect([known.status, known.text]).toEqual([304, ""]);
  });

  it("returns 400 for a cursor with other filters or another sort", async () => {
    const next = linkTo("next", (await list("?limit=5&status=cancelled")).link) ?? "";
    const cursor = new URLSearchParams(next).get("cursor");
    for (const filters of [
      "",
      "status=placed&",
      "status=cancelled&sort=-id&",
      "status=cancelled&petId=3&",
      "status=cancelled&reference=p&",
    ])
      expect((await api.send(`GET /v1/orders?${filters}cursor=${cursor}`)).body).toEqual(
        errorBody("invalid_request", 400),
      );
    expect((await list(`?status=cancelled&limit=2&cursor=${cursor}`)).status).toBe(200);
  });

  it.each([
    ["limit=0", "query.limit must be an integer from 1 to 100"],
    ["limit=101", "query.limit must be an integer from 1 to 100"],
    ["status=open", "query.status must be one of placed, approved, delivered, cancelled"],
    ["status=", "query.status must be one of placed, approved, delivered, cancelled"],
    ["petId=0", "query.petId must be an integer from 1 to 9007199254740991"],
    ["petId=9007199254740992", "query.petId must be an integer from 1 to 9007199254740991"],
    ["petId=1&petId=2", "query.petId is given 2 times; send it once"],
    ["sort=createdAt", "query.sort must be one of id, -id"],
    ["cursor=", "query.cursor must be a cursor from a Link header of this service"],
    ["reference=", "query.reference must have 1 to 200 characters"],
    ["reference=a&reference=b", "query.reference is given 2 times; send it once"],
    ["reference=a%00", "query.reference must not contain control characters"],
    [
      "limit=x&status=x&page=2",
      "query.limit must be an integer from 1 to 100; query.status must be one of placed, approved, delivered, cancelled; query.page is not a recognised parameter",
    ],
  ])("returns 400 for ?%s", async (query, message) => {
    expect((await api.send(`GET /v1/orders?${query}`)).body).toEqual(errorBody("invalid_request", 400, message));
  });
});

describe("GET /orders?reference=", () => {
  const references = [
    "100%",
    "100x",
    "A_B",
    "AxB",
    "C\\D",
    "CD",
    "Ärger",
    "ÄRGER 2",
    "Straße",
    "Ж1",
    "🐕 1",
    "A'B",
    "a b",
  ];
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
    const sql = "INSERT INTO store_order (pet_id, status, reference) SELECT 1, 'cancelled', unnest($1::text[])";
    await api.database.pool.query(sql, [references]);
  });
  afterAll(() => api.close());

  it.each([
    ["100%", ["100%"]],
    ["100", ["100%", "100x"]],
    ["%", ["100%"]],
    ["_", ["A_B"]],
    ["a_", ["A_B"]],
    ["C\\", ["C\\D"]],
    ["\\", ["C\\D"]],
    ["00%", ["100%"]],
    ["aße", ["Straße"]],
    ["äR", ["Ärger", "ÄRGER 2"]],
    ["strasse", ["Straße"]],
    ["STRAß", ["Straße"]],
    ["ж", ["Ж1"]],
    ["🐕", ["🐕 1"]],
    ["a'", ["A'B"]],
    ["A B", ["a b"]],
    [" a", []],
  ])("finds by %j exactly the references that contain it", async (reference, expected) => {
    const { status, body } = await api.send(`GET /v1/orders?${new URLSearchParams({ reference })}`);
    expect([status, (body as Order[]).map((order) => order.reference)]).toEqual([200, expected]);
  });

  it("returns 400 for a cursor of another reference", async () => {
    const { headers } = await api.send("GET /v1/orders?reference=a&limit=1");
    const cursor = /cursor=([^>&]+)/.exec(headers.get("link") ?? "")?.[1];
    for (const query of ["reference=A", "reference=100", "status=cancelled"])
      expect((await api.send(`GET /v1/orders?${query}&limit=1&cursor=${cursor}`)).body).toEqual(
        errorBody("invalid_request", 400, expect.stringMatching(/^query\.cursor must come unchanged/)),
      );
    expect((await api.send(`GET /v1/orders?reference=a&limit=1&cursor=${cursor}`)).status).toBe(200);
  });

  it("leaves long references out of links that would be too long, and still reaches every page", async () => {
    const reference = "🐕".repeat(200);
    const sql =
      "INSERT INTO store_order (pet_id, status, reference) SELECT 1, 'cancelled', $1 FROM generate_series(1, 3)";
    const own = await ownApi();
    await own.database.pool.query(sql, [reference]);
    let found = 0;
    for (let target = `/v1/orders?${new URLSearchParams({ reference, limit: "1" })}`; target !== ""; ) {
      const { status, body, headers } = await own.send(`GET ${target}`);
      expect(status).toBe(200);
      found += (body as Order[]).length;
      target = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1] ?? "";
    }
    expect(found).toBe(3);
  });
});

describe("GET /orders in an empty store", () => {
  it("returns 200 with an empty array and no Link", async () => {
    const { body, headers } = await (await ownApi()).send("GET /v1/orders");
    expect({ body, link: headers.get("link") }).toEqual({ body: [], link: null });
  });
});

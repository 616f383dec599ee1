import type { Event } from "@petstore/contract/client";
import type { t } from "../src/texts";
import type { historyKinds } from "@petstore/contract/schemas";
import { hashKey } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import { petOf } from "./support/examples";
import { ownSessionsQuery, passkeysQuery, twoFactorQuery } from "../src/features/account/queries";
import { attributeQuery } from "../src/features/attributes/queries";
import { countsQuery } from "../src/features/categories/queries";
import {
  customerOrdersQuery,
  customerPageQuery,
  orderedPetsQuery,
  sameCustomersQuery,
} from "../src/features/customers/queries";
import { actorsQuery, historyQuery } from "../src/features/history/queries";
import { descendantsQuery, keyQuery, keysQuery } from "../src/features/keys/queries";
import { columnQuery, latestQuery, orderQuery, ordersQuery, petsQuery } from "../src/features/orders/queries";
import { profileQuery } from "../src/features/pets/drawer/profile-query";
import { petHistoryQuery, petOrdersQuery, petQuery, profileHistoryQuery } from "../src/features/pets/drawer/queries";
import { photosQuery } from "../src/features/pets/photos/queries";
import { petCountQuery, petPageQuery } from "../src/features/pets/queries";
import { userSessionsQuery, usersQuery } from "../src/features/staff/queries";
import { todayQuery } from "../src/features/today/queries";
import { customerQuery, customersQuery } from "../src/lib/customers/customers";
import { namedPetsQuery } from "../src/lib/pets/named-pets";
import { deliveriesQuery, endpointQuery, endpointsQuery } from "../src/features/webhooks/queries";
import { attributesQuery } from "../src/lib/pets/attributes";
import { categoriesQuery } from "../src/lib/pets/categories";
import type { Concern } from "../src/lib/service/concerns";
import { petNotesQuery, warningsQuery } from "../src/lib/pets/notes";
import { storeQuery } from "../src/lib/store/store-query";
import { queryClient } from "../src/lib/service/query-client";
import { userQuery } from "../src/lib/session/user-query";
import { viewsQuery } from "../src/lib/views/views";
import { eventOf } from "./support/event-of";
import { fakeService, inTurn, refusal } from "./support/fake-service";

type Query = {
  readonly queryKey: readonly unknown[];
  readonly queryFn?: unknown;
  readonly meta?: { readonly concerns?: Concern } | undefined;
};

// Each query differs from the first of its line in one parameter.
const queries: readonly (readonly [string, readonly Query[]])[] = [
  [
    "the page of animals",
    [
      {},
      { status: "sold" },
      { categoryId: 2 },
      { q: "Rex" },
      { id: [1] },
      { id: [2] },
      { sort: "-id" },
      { cursor: "c" },
    ].map((search) => petPageQuery(search as Parameters<typeof petPageQuery>[0])),
  ],
  [
    "the number of animals",
    [{}, { status: "sold" }, { categoryId: 2 }, { q: "Rex" }, { id: [1] }].map((search) =>
      petCountQuery(search as Parameters<typeof petCountQuery>[0]),
    ),
  ],
  ["one animal", [petQuery(1), petQuery(2)]],
  ["the orders of an animal", [petOrdersQuery(1), petOrdersQuery(2)]],
  ["the history of an animal", [petHistoryQuery(1), petHistoryQuery(2), profileHistoryQuery(1)]],
  ["the details of an animal", [profileQuery(1), profileQuery(2)]],
  ["the photos of an animal", [photosQuery(1), photosQuery(2)]],
  ["one field", [attributeQuery(1), attributeQuery(2)]],
  [
    "the list of orders",
    [{}, { status: "placed" }, { petId: 2 }, { q: "PO 7" }, { customerId: 3 }, { sort: "id" }, { cursor: "c" }].map(
      (search) => ordersQuery(search as Parameters<typeof ordersQuery>[0]),
    ),
  ],
  [
    "customers",
    [
      customerPageQuery({}),
      customerPageQuery({ q: "Ada" }),
      customerPageQuery({ cursor: "c" }),
      customersQuery("Ada"),
      customersQuery("Bea"),
      customerQuery(1),
      customerQuery(2),
      sameCustomersQuery(1),
      sameCustomersQuery(2),
    ],
  ],
  [
    "the orders of a customer and their animals",
    [customerOrdersQuery(1), customerOrdersQuery(2), orderedPetsQuery([1]), orderedPetsQuery([2])],
  ],
  ["a column of the board", [columnQuery("placed"), columnQuery("approved")]],
  ["the latest orders", [latestQuery("delivered"), latestQuery("cancelled")]],
  ["one order", [orderQuery(1), orderQuery(2), orderQuery(undefined)]],
  ["the animals of orders", [petsQuery([1]), petsQuery([2]), petsQuery([1, 2])]],
  [
    "the history",
    [
      {},
      { actor: "key:1" },
      { action: "pet.update" },
      { subject: "pet:1" },
      { createdFrom: "a" },
      { createdTo: "a" },
      { all: true },
      { cursor: "c" },
    ].map((search) => historyQuery(search as Parameters<typeof historyQuery>[0])),
  ],
  ["people and keys", [actorsQuery({}), actorsQuery({ q: "a" }), actorsQuery({ actor: "key:1" })]],
  ["keys", [keysQuery({}), keysQuery({ status: "all" }), keysQuery({ cursor: "c" })]],
  ["one key", [keyQuery(1), keyQuery(2)]],
  ["the keys of a key", [descendantsQuery(1), descendantsQuery(2)]],
  ["accounts", [usersQuery({}), usersQuery({ searchValue: "a" }), usersQuery({ offset: 50 })]],
  ["one account", [userQuery(1), userQuery(2)]],
  ["the sessions of an account", [userSessionsQuery(1), userSessionsQuery(2)]],
  ["Today, and the animals on it", [todayQuery, namedPetsQuery([1]), namedPetsQuery([2])]],
  ["webhooks", [endpointsQuery, endpointQuery(1), endpointQuery(2)]],
  [
    "deliveries",
    [
      deliveriesQuery(1, {}),
      deliveriesQuery(2, {}),
      deliveriesQuery(1, { status: "failed" }),
      deliveriesQuery(1, { cursor: "c" }),
    ],
  ],
  ["those of one's own account", [ownSessionsQuery, twoFactorQuery, passkeysQuery]],
  ["categories, fields and views", [categoriesQuery, countsQuery, attributesQuery, viewsQuery("pets")]],
];

/** The kinds that the usual page shows, whose queries are the same for all. */
type UsualKind = keyof typeof t.resources;

/**
 * The queries that show a subject with the number 1, or of the animal 1. Any other new kind does not compile without its
 * queries.
 */
const shownBy: Readonly<Record<Exclude<(typeof historyKinds)[number], UsualKind>, readonly [Query, ...Query[]]>> = {
  pet: [petPageQuery({}), petQuery(1), petsQuery([1]), namedPetsQuery([1]), petHistoryQuery(1), todayQuery],
  category: [categoriesQuery, countsQuery, historyQuery({})],
  order: [
    ordersQuery({}),
    customerOrdersQuery(1),
    orderQuery(1),
    columnQuery("placed"),
    latestQuery("delivered"),
    petOrdersQuery(1),
  ],
  catalogue: [petPageQuery({}), petCountQuery({}), countsQuery, todayQuery, historyQuery({})],
  attribute: [attributesQuery, attributeQuery(1), historyQuery({})],
  profile: [profileQuery(1), petPageQuery({}), profileHistoryQuery(1)],
  photo: [photosQuery(1), orderedPetsQuery([1]), petPageQuery({}), historyQuery({})],
  note: [petNotesQuery(1), warningsQuery([1]), historyQuery({})],
  store: [storeQuery, historyQuery({})],
};

describe("the query keys", () => {
  it.each(queries)("the query keys of %s differ with each parameter", (_, some) => {
    const keys = some.map(({ queryKey }) => hashKey(queryKey));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("are different for each kind of query", () => {
    const keys = queries.flatMap(([, some]) => some.map(({ queryKey }) => hashKey(queryKey)));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("are the same for the same filters and animals in any order", () => {
    const [one, other] = [petPageQuery({ q: "a", status: "sold" }), petPageQuery({ status: "sold", q: "a" })];
    expect(hashKey(one.queryKey)).toBe(hashKey(other.queryKey));
    expect(hashKey(petsQuery([2, 1, 2]).queryKey)).toBe(hashKey(petsQuery([1, 2]).queryKey));
  });
});

describe("an event", () => {
  const concerned = (event: Event) =>
    new Set(
      queries.flatMap(([, some]) =>
        some.filter(({ meta }) => meta?.concerns?.(event) === true).map(({ queryKey }) => hashKey(queryKey)),
      ),
    );
  const expectConcerned = (event: Event, some: readonly Query[], others: readonly Query[]) => {
    const found = concerned(event);
    expect(some.filter(({ queryKey }) => !found.has(hashKey(queryKey)))).toEqual([]);
    expect(others.filter(({ queryKey }) => found.has(hashKey(queryKey)))).toEqual([]);
  };

  it("an event of an animal concerns its lists, its counts and its history", () => {
    const event = eventOf("pet", 1, { changed: ["status"] });
    const counted = [petCountQuery({ status: "sold" }), petCountQuery({ q: "Rex" }), countsQuery, todayQuery];
    const shown = [petPageQuery({}), petQuery(1), petHistoryQuery(1), petsQuery([1, 2]), historyQuery({})];
    const others = [petQuery(2), petCountQuery({}), profileQuery(1), keysQuery({})];
    expectConcerned(
      event,
      [...counted, ...shown],
      [...others, petsQuery([2]), historyQuery({ cursor: "c" }), categoriesQuery, ordersQuery({})],
    );
    expectConcerned(
      eventOf("pet", 1, { ...event, type: "pet.created" }),
      [petCountQuery({}), petCountQuery({ q: "Rex" })],
      [],
    );
  });

  it("an event of an order, a photo or a note concerns only queries for its animal", () => {
    const after = { petId: 1 };
    expectConcerned(
      eventOf("order", 1, { after }),
      [petOrdersQuery(1), ordersQuery({}), columnQuery("placed"), orderQuery(1), todayQuery],
      [petOrdersQuery(2), ordersQuery({ petId: 2 }), orderQuery(2), petPageQuery({}), countsQuery],
    );
    expectConcerned(eventOf("photo", 5, { before: after }), [photosQuery(1), petPageQuery({})], [photosQuery(2)]);
    const warnings = warningsQuery([1, 3]);
    expectConcerned(eventOf("note", 6, { after }), [], [photosQuery(1), petPageQuery({}), profileQuery(1)]);
    expect([warnings, warningsQuery([2])].map(({ meta }) => meta?.concerns?.(eventOf("note", 6, { after })))).toEqual([
      true,
      false,
    ]);
  });

  it.each(Object.entries(shownBy))("an event of a %s concerns each query that shows such an object", (kind, some) => {
    const resync = kind === "catalogue" && { resync: true as const };
    const event = eventOf(kind, 1, { after: { petId: 1 }, changed: ["status"], ...resync });
    expect(some.filter(({ meta }) => meta?.concerns?.(event) !== true).map(({ queryKey }) => queryKey)).toEqual([]);
  });

  it("an event of a field, a category or an import concerns the queries that show it", () => {
    expectConcerned(eventOf("attribute", 1), [attributesQuery, attributeQuery(1)], [attributeQuery(2), petQuery(1)]);
    expectConcerned(eventOf("category", 1), [categoriesQuery, countsQuery, todayQuery], [petPageQuery({})]);
    expectConcerned(
      eventOf("catalogue", 0, { resync: true }),
      [todayQuery, petPageQuery({}), petQuery(2), profileQuery(2), petCountQuery({}), countsQuery, historyQuery({})],
      [ordersQuery({}), photosQuery(1), usersQuery({}), attributesQuery],
    );
  });
});

const list = { body: [] };
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
type Ask = readonly [request: string, query: Query, answer: object];
const asks = (
  [
    [
      "GET /v1/pets?status=sold&categoryId=2&q=Rex&sort=-id&limit=50&id=1&id=2&cursor=c&expand=profile",
      petPageQuery({ status: "sold", categoryId: 2, q: "Rex", id: [1, 2], sort: "-id", cursor: "c" }),
    ],
    ["GET /v1/pets?status=sold&id=1&id=2&limit=1", petCountQuery({ status: "sold", id: [1, 2] })],
    ["GET /v1/pets?id=7", petQuery(7)],
    ["GET /v1/pets/7/photos", photosQuery(7)],
    ["GET /v1/orders?petId=7&sort=-id&limit=10", petOrdersQuery(7)],
    ["GET /v1/history?subject=pet%3A7&limit=10", petHistoryQuery(7)],
    ["GET /v1/history?subject=profile%3A7&limit=10", profileHistoryQuery(7)],
    ["GET /v1/pets/7/profile", profileQuery(7), { body: { externalId: null, attributes: {}, updatedAt: null } }],
    ["GET /v1/attributes?limit=100", attributesQuery],
    ["GET /v1/attributes/7", attributeQuery(7), { body: { id: 7 } }],
    [
      "GET /v1/orders?limit=50&expand=customer&status=placed&petId=7&q=PO+7&sort=id&cursor=c",
      ordersQuery({ status: "placed", petId: 7, q: "PO 7", sort: "id", cursor: "c" }),
    ],
    ["GET /v1/orders?limit=50&expand=customer&sort=-id", ordersQuery({})],
    ["GET /v1/orders?limit=8&expand=customer&status=delivered&sort=-id", latestQuery("delivered")],
    ["GET /v1/orders?customerId=7&sort=-id&limit=20", customerOrdersQuery(7)],
    ["GET /v1/pets?id=1&id=2&limit=100&expand=profile", orderedPetsQuery([2, 1, 2])],
    ["GET /v1/customers?limit=50&q=020+7946&cursor=c", customerPageQuery({ q: "020 7946", cursor: "c" })],
    ["GET /v1/customers?limit=50", customerPageQuery({ q: "Ad" })],
    ["GET /v1/customers?sameAs=7&limit=20", sameCustomersQuery(7)],
    ["GET /v1/orders/7", orderQuery(7), { body: { id: 7 } }],
    ["GET /v1/actions?actor=key%3A1&limit=50", historyQuery({ actor: "key:1" })],
    ["GET /v1/history?limit=50&subject=pet%3A7", historyQuery({ subject: "pet:7" })],
    [
      "GET /v1/audit-events?action=pet.update&cursor=c&limit=50",
      historyQuery({ action: "pet.update", cursor: "c", all: true }),
    ],
    ["GET /v1/history/actors?q=Ma&limit=20", actorsQuery({ q: "Ma" })],
    ["GET /v1/api-keys?limit=50&sort=-id&status=active", keysQuery({})],
    ["GET /v1/api-keys?limit=50&sort=-id&cursor=c", keysQuery({ status: "all", cursor: "c" })],
    ["GET /v1/api-keys/7", keyQuery(7), { body: { id: 7 } }],
    ["GET /auth/admin/list-users?limit=50&offset=0&sortBy=name", usersQuery({}), { body: { users: [], total: 0 } }],
    ["GET /auth/admin/get-user?id=7", userQuery(7), { body: { id: 7 } }],
    [`GET /v1/today?timeZone=${encodeURIComponent(timeZone)}`, todayQuery, { body: {} }],
    ["GET /v1/views?page=orders", viewsQuery("orders")],
    ["GET /v1/views?", viewsQuery("pets")],
  ] as readonly (readonly [string, Query, object?])[]
).map(([request, query, answer = list]): Ask => [request, query, answer]);

describe("a query", () => {
  afterEach(() => {
    queryClient.clear();
    vi.unstubAllGlobals();
  });

  it.each(asks)("sends %s", async (request, query, answer) => {
    const [line = ""] = request.split("?");
    const asked = fakeService({ [line]: () => answer });
    await queryClient.fetchQuery({ ...(query as ReturnType<typeof viewsQuery>), staleTime: 0 }).catch(() => undefined);
    expect(asked.map((one) => (request.includes("?") ? `${one.line}?${one.query}` : one.line))).toEqual([request]);
  });

  it("a query for the number of animals counts exactly, and reads the header", async () => {
    const asked = fakeService({ "GET /v1/pets": () => ({ body: [{}], headers: { "total-count": "1150" } }) });
    expect(await queryClient.fetchQuery(petCountQuery({ q: "Rex" }))).toBe(1_150);
    expect(asked[0]?.headers.get("prefer")).toBe("count=exact");
  });

  it("a query for views is empty if an old service refuses page, and fails otherwise", async () => {
    fakeService({
      "GET /v1/views": inTurn(
        () => refusal(400, "invalid_request"),
        () => refusal(403, "forbidden"),
        () => refusal(400, "invalid_request"),
      ),
    });
    expect(await queryClient.fetchQuery(viewsQuery("orders"))).toEqual([]);
    await expect(queryClient.fetchQuery(viewsQuery("history"))).rejects.toMatchObject({ status: 403 });
    await expect(queryClient.fetchQuery(viewsQuery("pets"))).rejects.toMatchObject({ status: 400 });
  });

  it("a query for an order is null if the order does not exist, and fails otherwise", async () => {
    fakeService({
      "GET /v1/orders/7": () => ({ status: 404, body: { code: "not_found", message: "None.", status: 404 } }),
      "GET /v1/orders/8": () => ({ status: 403, body: { code: "forbidden", message: "No.", status: 403 } }),
    });
    expect(await queryClient.fetchQuery(orderQuery(7))).toBeNull();
    await expect(queryClient.fetchQuery(orderQuery(8))).rejects.toMatchObject({ code: "forbidden" });
  });

  it("a query for an animal is null if it does not exist, and shows the list's row at once", async () => {
    fakeService({ "GET /v1/pets": () => list });
    expect(await queryClient.fetchQuery(petQuery(7))).toBeNull();
    const luna = petOf({ status: "sold" });
    queryClient.setQueryData(petPageQuery({}).queryKey, { rows: [luna], cursors: {} });
    const shown = ({ placeholderData }: ReturnType<typeof petQuery>) =>
      typeof placeholderData === "function" ? placeholderData(undefined, undefined) : undefined;
    expect([shown(petQuery(7)), shown(petQuery(8))]).toEqual([luna, undefined]);
  });

  it("a query for accounts searches addresses if no name matches", async () => {
    const users = [{ id: 1 }];
    const asked = fakeService({
      "GET /auth/admin/list-users": ({ query }) =>
        query.get("searchField") === "email" ? { body: { users, total: 1 } } : { body: { users: [], total: 0 } },
    });
    expect(await queryClient.fetchQuery(usersQuery({ searchValue: "kim@", offset: 50 }))).toEqual({ users, total: 1 });
    expect(asked.map(({ query }) => [query.get("searchField"), query.get("searchValue"), query.get("offset")])).toEqual(
      [
        ["name", "kim@", "50"],
        ["email", "kim@", "50"],
      ],
    );
  });

  it("a query for a key's descendants leaves out the key, and revokes nothing", async () => {
    const asked = fakeService({
      "DELETE /v1/api-keys/7": () => ({ body: { count: 3, apiKeys: [{ id: 7 }, { id: 8 }] } }),
    });
    expect(await queryClient.fetchQuery(descendantsQuery(7))).toEqual({ count: 2, apiKeys: [{ id: 8 }] });
    expect(asked.map(({ query }) => String(query))).toEqual(["descendants=true&dryRun=true"]);
  });

  it("a query for one's own sessions says which one is this browser's", async () => {
    fakeService({
      "GET /auth/get-session": () => ({ body: { session: { id: 2 } } }),
      "GET /auth/list-sessions": () => ({ body: [{ id: 1 }, { id: 2 }] }),
    });
    expect(await queryClient.fetchQuery(ownSessionsQuery)).toEqual({ ownId: 2, sessions: [{ id: 1 }, { id: 2 }] });
  });

  it("a query for an account's sessions names the account", async () => {
    const asked = fakeService({ "POST /auth/admin/list-user-sessions": () => ({ body: { sessions: [] } }) });
    expect(await queryClient.fetchQuery(userSessionsQuery(7))).toEqual([]);
    expect(asked[0]?.body).toEqual({ userId: 7 });
  });
});

import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import type { Order, Pet } from "@petstore/contract/routes";
import { PetStatus } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { closeDeps, createDeps } from "../src/compose.js";
import { drain } from "../src/startup/drain.js";
import { listen } from "../src/startup/listen.js";
import { createServer } from "../src/compose.js";
import { anyOf } from "./support/any-of.js";
import { addPets, newPet } from "./support/builders.js";
import { linksOf } from "./support/links.js";
import { proofSize } from "./support/proof-size.js";
import { createTestApi, errorBody, type TestApi } from "./support/test-api.js";
import { queryAsSuperuser } from "./support/test-database.js";

const ROUNDS = proofSize("ROUNDS", { short: 19, full: 2_000 });

const fresh = { headers: { prefer: "handling=lenient" } };
const listings = [
  ...[
    "",
    "limit=3",
    "status=sold",
    "status=available&limit=4",
    "categoryId=2",
    "categoryId=1&status=available&limit=3",
  ],
  ...["name=a", "name=A&status=sold&limit=2", "id=1&id=2&id=40", "id=5&id=6&id=7&status=available", "id=3&limit=1"],
  ...["categoryId=99", "name=nobody", "categoryId=3&status=pending&limit=1"],
];
const orders = ["id", "-id", "name", "-name"];
/** Listings that depend on profiles. Keys of scope read never see the weights, and see the breeds only at times. */
const listingsOfProfiles = [
  ...["expand=profile&limit=3", "expand=profile&status=sold", "expand=profile&sort=-name&limit=4"],
  ...["attributes[mixed]=true", "attributes[mixed]=true&status=available&limit=2&expand=profile", "externalId=E-3"],
  ...[
    "attributes[weight]=2..4&limit=3",
    "attributes[breed]=anna&attributes[breed]=bo",
    "attributes[tags]=old&sort=name",
  ],
  ...[
    "sort=attributes.weight&limit=3",
    "sort=-attributes.breed&expand=profile",
    "attributes[breed]=bo&sort=-id&limit=2",
  ],
];
const attributes = [
  { name: "mixed", type: "boolean" },
  { name: "weight", type: "number", isPublic: false },
  { name: "breed", type: "text" },
  { name: "tags", type: "labels" },
];

const anyPet = () => ({
  name: anyOf(["anna", "Bo", "Ärger", "🐕", "zoë"]),
  categoryId: anyOf([1, 1, 2, 3]),
  status: anyOf(PetStatus.options),
});

const untilCurrent = ({ deps }: TestApi) =>
  vi.waitFor(() => expect(deps.changeFeed.isCurrent()).toBe(true), { timeout: 20_000, interval: 5 });

const anyProfile = () => ({
  externalId: anyOf([null, `E-${anyOf([1, 2, 3])}`]),
  attributes: {
    mixed: anyOf([null, true, false]),
    weight: anyOf([null, 1, 2, 3, 4, 5]),
    breed: anyOf([null, "Anna", "bo", "zoë"]),
    tags: anyOf([null, ["old"], ["Old", "calm"]]),
  },
});

describe("cached responses during changes", () => {
  let api: TestApi;
  let admin: string;
  let readKey: string;
  beforeAll(async () => {
    api = await createTestApi({ RATE_LIMIT: "0" });
    await untilCurrent(api);
    [admin, readKey] = [await api.makeKey("admin"), await api.makeKey("read")];
    for (const one of attributes)
      await api.send("POST /v1/attributes", { body: { label: one.name, ...one }, key: admin });
    const ids = await addPets(api, ...Array.from({ length: 24 }, anyPet));
    for (const id of ids) await api.send(`PATCH /v1/pets/${id}/profile`, { body: anyProfile() });
  });
  afterAll(() => api.close());

  const contentOf = ({ status, headers, text }: Awaited<ReturnType<TestApi["send"]>>) => ({
    ...{ status, text, link: headers.get("link"), tag: headers.get("etag") },
  });
  const send = (line: string, body?: unknown) => api.send(line, body === undefined ? {} : { body });
  const anyId = async () => {
    const rows = await api.database.pool.query<{ id: string }>("SELECT id FROM pet ORDER BY random() LIMIT 1");
    return Number(rows.rows[0]?.id ?? 0);
  };
  const bySql = async (text: string, values: unknown[] = []) => {
    await api.database.pool.query(text, values);
    await api.heard();
  };

  const changes: Record<string, () => Promise<unknown>> = {
    create: () => send("POST /v1/pets", anyPet()),
    createTogether: () => Promise.all([1, 2, 3].map(() => send("POST /v1/pets", anyPet()))),
    batch: () => send("POST /v1/pets/batch", [anyPet(), anyPet()]),
    rename: async () => send(`PATCH /v1/pets/${await anyId()}`, { name: anyPet().name }),
    restatus: async () => send(`PATCH /v1/pets/${await anyId()}`, { status: anyPet().status }),
    move: async () => send(`PATCH /v1/pets/${await anyId()}`, { categoryId: anyPet().categoryId }),
    delete: async () => send(`DELETE /v1/pets/${await anyId()}`),
    order: async () => send("POST /v1/orders", { petId: await anyId() }),
    step: async () => {
      const open = ((await send("GET /v1/orders?sort=-id")).body as Order[]).find(({ status }) =>
        ["placed", "approved"].includes(status),
      );
      const status = open?.status === "placed" ? anyOf(["approved", "cancelled"]) : anyOf(["delivered", "cancelled"]);
      return open && send(`PATCH /v1/orders/${open.id}`, { status });
    },
    merge: async () => {
      await send("POST /v1/categories", { name: `To be merged ${randomUUID()}` });
      return send(`POST /v1/categories/${anyOf([1, 2, 3])}/merge`, { into: anyOf([1, 2, 3]) });
    },
    sqlChange: async () => bySql("UPDATE pet SET name = $1 WHERE id = $2", [anyPet().name, await anyId()]),
    sqlStatus: async () => bySql("UPDATE pet SET status = 'pending' WHERE id % 5 = 1"),
    sqlDelete: async () =>
      bySql("DELETE FROM pet WHERE id = $1 AND NOT EXISTS (SELECT FROM store_order WHERE held_pet_id = $1)", [
        await anyId(),
      ]),
    profile: async () => send(`PATCH /v1/pets/${await anyId()}/profile`, anyProfile()),
    hide: () => {
      const body = { isPublic: anyOf([true, false]) };
      return api.send(`PATCH /v1/attributes/${anyOf([1, 3, 4])}`, { body, key: admin });
    },
    sqlProfile: () =>
      bySql(
        `UPDATE pet_profile SET attributes = attributes || '{"1": true, "2": 3, "4": ["old"]}' WHERE pet_id % 3 = 0`,
      ),
    sqlNoProfile: async () => bySql("DELETE FROM pet_profile WHERE pet_id % 4 = $1", [anyOf([0, 1, 2, 3])]),
    sqlHide: () => bySql("UPDATE attribute SET is_public = NOT is_public WHERE name = 'mixed'"),
    sqlAdd: async () => bySql("INSERT INTO pet (name, category_id) SELECT 'anna', max(id) FROM category"),
  };

  /** Reads all listings in all orders, pages that links have led to, and single pets. */
  const cursors = new Set<string>();
  const targets = () => [
    ...listings.flatMap((query) => orders.map((sort) => `/v1/pets?${query}&sort=${sort}`.replace("?&", "?"))),
    ...[...cursors].slice(-40),
    ...[1, 2, 3, 10, 20].map((id) => `/v1/pets/${id}`),
  ];
  const targetsOfProfiles = () => [
    ...listingsOfProfiles.map((query) => `/v1/pets?${query}`),
    ...[2, 20].map((id) => `/v1/pets/${id}?expand=profile`),
    "/v1/orders?expand=pet&sort=-id&limit=5",
  ];
  const someOf = (all: readonly string[]) => all.filter(() => Math.random() < 0.4);
  /** Reads a target. It uses a key of scope read if the target is marked so. */
  const read = (marked: string, options = {}) => {
    const [target, isRead] = marked.split(" by ");
    return api.send(`GET ${target}`, { ...options, ...(isRead !== undefined && { key: readKey }) });
  };
  const readAll = async (targetsRead: readonly string[]) => {
    const answers = await Promise.all(targetsRead.map((target) => read(target)));
    for (const { headers } of answers) {
      for (const target of Object.values(linksOf(headers.get("link")))) cursors.add(target);
    }
    return answers.map(contentOf);
  };

  it(
    "equal an uncached read after every kind of change",
    async () => {
      const kinds = Object.keys(changes);
      for (let round = 0; round < ROUNDS; round += 1) {
        const ofProfiles = someOf(targetsOfProfiles());
        const targetsRead = [...ofProfiles.flatMap((target) => [target, `${target} by read`]), ...someOf(targets())];
        // The cache admits a target on its second request.
        for (const _ of [1, 2]) await readAll(targetsRead);
        const kind = kinds[round % kinds.length] ?? "create";
        // Some reads are in flight while the change happens.
        await Promise.all([changes[kind]?.(), readAll(targetsRead.slice(0, 10))]);
        const cached = await readAll(targetsRead);
        const uncached = await Promise.all(targetsRead.map((target) => read(target, fresh)));
        const found = (contents: readonly ReturnType<typeof contentOf>[]) =>
          Object.fromEntries(contents.map((content, at) => [targetsRead[at], content]));
        expect({ kind, answers: found(cached) }).toEqual({ kind, answers: found(uncached.map(contentOf)) });
        expect(cached.filter(({ status }) => status === 200).length).toBeGreaterThan(5);
      }
    },
    20_000 + ROUNDS * 5_000,
  );
});

describe("cached responses", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({ RATE_LIMIT: "1000" });
    await addPets(api, { name: "Frank" }, { name: "Jürgen 🐕" }, { name: "anna", categoryId: 2, status: "sold" });
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    await untilCurrent(api);
    await api.heard();
    await api.deps.responseCache.invalidate(undefined);
  });

  const isCached = (target: string) => api.deps.responseCache.find(target) !== undefined;
  it("are shared by requests with the same parameters in any order", async () => {
    await api.send("GET /v1/pets?limit=2&status=available&id=2&id=1");
    const { text } = await api.send("GET /v1/pets?limit=2&id=2&id=1&status=available");
    const query = vi.spyOn(api.database.reads.pool, "query");
    const other = await api.send("GET /v1/pets?id=1&status=available&id=2&limit=2");
    expect(query).not.toHaveBeenCalled();
    expect(other.text).toBe(text);
    await api.send("GET /v1/pets?id=1&status=available&id=3&limit=2");
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
  });

  it("are read by one query for concurrent requests", async () => {
    const target = "GET /v1/pets?limit=2&sort=name";
    await api.send(target);
    const query = vi.spyOn(api.database.reads.pool, "query");
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.send(target)));
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  it("do not wait for a client that cannot receive its response yet", async () => {
    const lock = async (table: string) => {
      const holder = await api.database.pool.connect();
      await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      return async () => {
        await holder.query("COMMIT");
        holder.release();
      };
    };
    const [unlockOrders, unlockPets] = [await lock("store_order"), await lock("pet")];
    const slow = connect(Number(new URL(api.origin).port), "127.0.0.1");
    const head = `HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.key}\r\n\r\n`;
    // With HTTP pipelining, the second response has to wait for the first.
    slow.write(`GET /v1/orders ${head}GET /v1/pets?limit=3 ${head}`);
    const isRead = () => expect(api.deps.responseCache.find("/v1/pets?limit=3")).toBeInstanceOf(Promise);
    await vi.waitFor(isRead, { timeout: 20_000 });
    const waiting = api.send("GET /v1/pets?limit=3");
    await unlockPets();
    expect((await waiting).status).toBe(200);
    slow.destroy();
    await unlockOrders();
  });

  describe("bypass no check", () => {
    it("returns 400 for an unknown or repeated parameter and for a malformed If-None-Match", async () => {
      await api.send("GET /v1/pets?limit=20");
      await api.send("GET /v1/pets/1");
      for (const target of ["/v1/pets?limit=20&limit=20", "/v1/pets?limit=20&color=red", "/v1/pets/1?limit=20"]) {
        for (const _ of [1, 2])
          expect((await api.send(`GET ${target}`)).body).toEqual(errorBody("invalid_request", 400));
        expect(isCached(target)).toBe(false);
      }
      const headers = { "if-none-match": "no tag" };
      const answer = await api.send("GET /v1/pets?limit=20", { headers });
      expect(answer.body).toEqual(errorBody("invalid_request", 400));
    });

    it("returns 401 without a key and with a revoked one, and 406 for another media type", async () => {
      const key = await api.makeKey("read");
      for (const _ of [1, 2]) expect((await api.send("GET /v1/pets", { key })).status).toBe(200);
      expect((await api.send("GET /v1/pets", { key: "" })).body).toEqual(errorBody("unauthorized", 401));
      expect((await api.send("GET /v1/pets", { headers: { accept: "text/html" } })).status).toBe(406);
      const admin = await api.makeKey("admin");
      const keys = (await api.send("GET /v1/api-keys?sort=-id&limit=2", { key: admin })).body as {
        id: number;
        scope: string;
      }[];
      const id = keys.find(({ scope }) => scope === "read")?.id;
      expect((await api.send(`DELETE /v1/api-keys/${id}`, { key: admin })).status).toBe(204);
      expect(isCached("/v1/pets")).toBe(true);
      expect((await api.send("GET /v1/pets", { key })).body).toEqual(errorBody("unauthorized", 401));
    });

    it("returns 429 over the limit, and does not count a 304", async () => {
      const limited = await createTestApi({ RATE_LIMIT: "5" });
      await untilCurrent(limited);
      const remaining = (answer: { headers: Headers }) => /r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1];
      await limited.send("GET /v1/pets");
      const first = await limited.send("GET /v1/pets");
      const headers = { "if-none-match": first.headers.get("etag") ?? "" };
      expect(limited.deps.responseCache.find("/v1/pets")).toBeDefined();
      const unchanged = await limited.send("GET /v1/pets", { headers });
      expect([unchanged.status, remaining(first), remaining(unchanged)]).toEqual([304, "3", "3"]);
      for (const left of ["2", "1", "0"]) expect(remaining(await limited.send("GET /v1/pets"))).toBe(left);
      expect((await limited.send("GET /v1/pets")).body).toEqual(errorBody("rate_limited", 429));
      await limited.close();
    });
  });

  it("are kept apart from responses to requests with Prefer", async () => {
    const prefer = { headers: { prefer: "count=exact" } };
    expect((await api.send("GET /v1/pets", prefer)).headers.get("total-count")).toBe("3");
    expect(isCached("/v1/pets")).toBe(false);
    for (const _ of [1, 2]) await api.send("GET /v1/pets");
    expect(isCached("/v1/pets")).toBe(true);
    expect((await api.send("GET /v1/pets", prefer)).headers.get("total-count")).toBe("3");
    expect((await api.send("GET /v1/pets")).headers.get("total-count")).toBeNull();
  });
});

describe("cached responses without notifications", () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await createTestApi();
    await addPets(api, { name: "Frank" }, { name: "Bo", status: "sold" });
    for (const trigger of ["pet_inserted", "pet_updated", "pet_deleted"]) {
      await api.database.pool.query(`ALTER TABLE pet DISABLE TRIGGER ${trigger}`);
    }
    await untilCurrent(api);
    await api.heard();
    return () => api.close();
  });

  const namesOf = async (target: string, on: Pick<TestApi, "origin"> = api) => {
    const response = await fetch(on.origin + target, { headers: { authorization: `Bearer ${api.key}` } });
    return [(await response.json()) as Pet | Pet[]].flat().map(({ name }) => name);
  };
  const listener = async () => {
    const { rows } = await api.database.pool.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'petstore listener' AND datname = current_database()",
    );
    return rows[0]?.pid ?? 0;
  };

  it("are stale while the feed seems current, and are invalidated once its connection is cut", async () => {
    const target = "/v1/pets?id=1";
    for (const time of [1, 2]) expect([time, ...(await namesOf(target))]).toEqual([time, "Frank"]);
    await api.database.pool.query("UPDATE pet SET name = 'Anna' WHERE id = 1");
    expect(await namesOf(target)).toEqual(["Frank"]);
    await queryAsSuperuser(`SELECT pg_terminate_backend(${await listener()})`);
    await vi.waitFor(() => expect(api.deps.changeFeed.isCurrent()).toBe(false), { timeout: 20_000, interval: 1 });
    expect(await namesOf(target)).toEqual(["Anna"]);
    await untilCurrent(api);
    expect(api.deps.responseCache.find(target)).toBeUndefined();
    expect(await namesOf(target)).toEqual(["Anna"]);
  });

  /** Starts a second service on the same database. Neither of the two receives the changes of the other. */
  const startOther = async () => {
    const deps = await createDeps(api.deps.config, api.deps.log, { ...api.deps.database, close: async () => {} });
    const server = createServer(deps);
    const origin = await listen(server, deps.config);
    await vi.waitFor(() => expect(deps.changeFeed.isCurrent()).toBe(true), { timeout: 20_000, interval: 5 });
    const close = async () => {
      await drain(server);
      await closeDeps(deps);
    };
    return { origin, close };
  };

  describe("show a client its own writes before another replica's change has arrived", () => {
    let other: Awaited<ReturnType<typeof startOther>>;
    beforeEach(async () => {
      other = await startOther();
      return () => other.close();
    });
    const targets = [
      "/v1/pets",
      "/v1/pets?status=available",
      "/v1/pets?status=sold",
      "/v1/pets?sort=name",
      "/v1/pets/1",
    ];
    const readAll = () => Promise.all(targets.map((target) => namesOf(target, other)));
    const cacheAll = async () => {
      await readAll();
      await readAll();
    };
    const send = async (on: { origin: string }, line: string, body?: unknown, headers: Record<string, string> = {}) => {
      const [method = "", path = ""] = line.split(" ");
      const content = body === undefined ? {} : { "content-type": "application/json" };
      const response = await fetch(on.origin + path, {
        ...{ method, headers: { authorization: `Bearer ${api.key}`, ...content, ...headers } },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expect(response.ok).toBe(true);
      await response.text();
    };

    it("after a change that was made on top of another replica's change", async () => {
      await cacheAll();
      await send(api, "PATCH /v1/pets/1", { status: "sold" });
      await send(other, "PATCH /v1/pets/1", { name: "Anna" });
      expect(await readAll()).toEqual([["Anna", "Bo"], [], ["Anna", "Bo"], ["Anna", "Bo"], ["Anna"]]);
    });

    it("after a change that another replica has already made", async () => {
      await cacheAll();
      await send(api, "PATCH /v1/pets/1", { name: "Anna", status: "sold" });
      await send(other, "PATCH /v1/pets/1", { name: "Anna", status: "sold" });
      expect(await readAll()).toEqual([["Anna", "Bo"], [], ["Anna", "Bo"], ["Anna", "Bo"], ["Anna"]]);
      expect(await api.database.db.auditEvent.count()).toBe(1);
    });

    it("after a deletion of a pet or category that another replica has changed", async () => {
      await cacheAll();
      for (const _ of [1, 2]) expect(await namesOf("/v1/pets?categoryId=1", other)).toEqual(["Frank", "Bo"]);
      await send(api, "PATCH /v1/pets/1", { status: "sold", categoryId: 2 });
      await send(api, "PATCH /v1/pets/2", { categoryId: 2 });
      await send(other, "DELETE /v1/categories/1");
      expect(await namesOf("/v1/pets?categoryId=1", other)).toEqual([]);
      await send(other, "DELETE /v1/pets/1");
      expect((await readAll()).slice(0, 4)).toEqual([["Bo"], [], ["Bo"], ["Bo"]]);
    });

    it("after a replay of another replica's create, which waits for the notification", async () => {
      await api.database.pool.query("ALTER TABLE pet ENABLE TRIGGER pet_inserted");
      await cacheAll();
      const keyed = { "idempotency-key": '"once"' };
      await send(api, "POST /v1/pets", newPet({ name: "Anna" }), keyed);
      await send(other, "POST /v1/pets", newPet({ name: "Anna" }), keyed);
      expect((await readAll())[1]).toEqual(["Frank", "Anna"]);
    });

    it("after a step of an order that was placed through another replica", async () => {
      await cacheAll();
      await send(api, "POST /v1/orders", { petId: 1 });
      await send(other, "PATCH /v1/orders/1", { status: "approved" });
      expect((await readAll())[1]).toEqual([]);
    });
  });
});

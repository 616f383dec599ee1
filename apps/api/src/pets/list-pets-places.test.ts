import type { Pets } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPets } from "../../test/support/builders.js";
import { linksOf } from "../../test/support/links.js";
import { ownApi } from "../../test/support/own-api.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

const momentRule = "must be a date-time with an offset (RFC 3339), for example 2026-11-21T09:30:00Z; write + as %2B";

describe("GET /pets", () => {
  let api: TestApi;
  let ids: number[];

  /** @param after - The state after an import. */
  const record = (at: string, action: string, id: number | null, after: object = {}) =>
    api.database.pool.query(
      `INSERT INTO audit_event (at, actor_kind, actor_name, action, subject_kind, subject_id, after)
       VALUES ($1, 'system', 'test', $2, split_part($2, '.', 1), $3, $4)`,
      [at, action, id, after],
    );

  /** Returns the places of the pets that were found, counted from 0, and the links. */
  const find = async (query: string) => {
    const { body, headers } = await api.send(`GET /v1/pets?${query}`);
    return { places: (body as Pets).map(({ id }) => ids.indexOf(id)), links: linksOf(headers.get("link")) };
  };

  beforeAll(async () => {
    api = await createTestApi();
    const [one, two] = [{ name: "One", status: "sold" }, { name: "Two" }] as const;
    ids = await addPets(api, one, two, one, two, one, two);
    const [first = 0, second, third, fourth] = ids;
    await record("2026-05-01T10:00:00Z", "pet.create", first);
    await record("2026-05-02T10:00:00Z", "pet.create", second ?? 0);
    await record("2026-05-03T10:00:00Z", "catalogue.import", null, { firstPetId: third, lastPetId: fourth });
    await record("2026-05-04T10:00:00Z", "catalogue.import", null, { updated: 3 });
    await record("2026-05-05T10:00:00Z", "pet.create", ids[4] ?? 0);
    await record("2026-05-06T10:00:00Z", "pet.restore", first);
    await record("2026-05-06T10:00:00.001Z", "pet.create", ids[5] ?? 0);
  });
  afterAll(() => api.close());

  describe("with createdFrom and createdTo", () => {
    it.each<[query: string, places: number[]]>([
      ["createdFrom=2026-05-02T10:00:00Z", [1, 2, 3, 4, 5]],
      ["createdFrom=2026-05-02T12:00:00.0001%2B02:00", [2, 3, 4, 5]],
      ["createdTo=2026-05-02T10:00:00Z", [0]],
      ["createdFrom=2026-05-02T00:00:00Z&createdTo=2026-05-05T00:00:00Z", [1, 2, 3]],
      ["createdFrom=2026-05-04T00:00:00Z&createdTo=2026-05-05T00:00:00Z", []],
      ["createdTo=2026-04-01T00:00:00Z", []],
      ["createdTo=2027-01-01T00:00:00Z", [0, 1, 2, 3, 4, 5]],
      ["createdFrom=2027-01-01T00:00:00Z", []],
      ["createdFrom=2026-05-03T00:00:00Z&sort=-id", [5, 4, 3, 2]],
      ["createdFrom=2026-05-03T00:00:00Z&sort=name", [2, 4, 3, 5]],
      ["createdFrom=2026-05-03T00:00:00Z&status=sold", [2, 4]],
      ["createdFrom=2026-05-02T00:00:00Z&createdTo=2026-05-06T00:00:00Z&status=sold&categoryId=1&sort=-id", [4, 2]],
      ["createdFrom=2026-05-03T00:00:00Z&name=two", [3, 5]],
    ])("finds exactly the pets of that time for %s", async (query, places) => {
      expect((await find(query)).places).toEqual(places);
    });

    it("counts the pets of that time, and pages in both directions", async () => {
      const query = "limit=2&createdFrom=2026-05-02T00:00:00Z&createdTo=2026-05-06T00:00:00Z";
      const { body, headers } = await api.send(`GET /v1/pets?${query}`, { headers: { prefer: "count=exact" } });
      expect(headers.get("total-count")).toBe("4");
      const next = linksOf(headers.get("link"))["next"] ?? "";
      const second = await api.send(`GET ${next}`);
      expect((second.body as Pets).map(({ id }) => id)).toEqual(ids.slice(3, 5));
      const back = await api.send(`GET ${linksOf(second.headers.get("link"))["prev"]}`);
      expect([back.body, Object.keys(linksOf(second.headers.get("link")))]).toEqual([body, ["prev", "first"]]);
    });

    it("finds a new pet at once, although responses are cached", async () => {
      const query = "createdFrom=2026-05-05T00:00:00Z";
      const before = await find(query);
      const { body } = await api.send("POST /v1/pets", { body: { name: "New", categoryId: 1 } });
      const { id } = body as { readonly id: number };
      const after = await api.send(`GET /v1/pets?${query}`);
      expect((after.body as Pets).map((pet) => pet.id)).toEqual([...before.places.map((at) => ids[at]), id]);
      await api.send(`DELETE /v1/pets/${id}`);
    });

    it("returns 400 for anything but a moment", async () => {
      const { status, body } = await api.send("GET /v1/pets?createdFrom=2026-05-01&createdTo=now");
      const text = `query.createdFrom ${momentRule}; query.createdTo ${momentRule}`;
      expect([status, body]).toEqual([400, errorBody("invalid_request", 400, text)]);
    });
  });

  describe("with offset", () => {
    it.each<[query: string, places: number[], links: string[]]>([
      ["offset=0&limit=6", [0, 1, 2, 3, 4, 5], []],
      ["offset=2&limit=2", [2, 3], ["next", "prev", "first"]],
      ["offset=4", [4, 5], ["prev", "first"]],
      ["offset=6", [], []],
      ["offset=10000", [], []],
      ["offset=1&limit=1&sort=-id", [4], ["next", "prev", "first"]],
      ["offset=4&limit=1&sort=name", [3], ["next", "prev", "first"]],
      ["offset=1&limit=1&status=sold", [2], ["next", "prev", "first"]],
      ["offset=2&limit=1&name=two", [5], ["prev", "first"]],
      ["offset=1&createdFrom=2026-05-05T00:00:00Z", [5], ["prev", "first"]],
    ])("skips the first pets: %s", async (query, places, links) => {
      const found = await find(query);
      expect([found.places, Object.keys(found.links)]).toEqual([places, links]);
    });

    it("skips from a cursor in the direction of the cursor, and links to adjacent pages", async () => {
      const { links } = await find("limit=1");
      const skipped = await api.send(`GET ${links["next"]}&offset=2`);
      const beside = linksOf(skipped.headers.get("link"));
      const at = async (target = "") =>
        ((await api.send(`GET ${target}`)).body as Pets).map(({ id }) => ids.indexOf(id));
      expect([skipped.body, await at(beside["prev"]), await at(beside["next"])]).toMatchObject([
        [{ id: ids[3] }],
        [2],
        [4],
      ]);
      expect(await at(`${beside["prev"]}&offset=1`)).toEqual([1]);
    });

    it("returns 400 for an offset above the maximum", async () => {
      const { status, body } = await api.send("GET /v1/pets?offset=10001");
      const text = "query.offset must be an integer from 0 to 10000";
      expect([status, body]).toEqual([400, errorBody("invalid_request", 400, text)]);
    });

    it("reads a cached page again once a pet before it is deleted", async () => {
      const own = await ownApi();
      const [first, second, third] = await addPets(own, {}, {}, {});
      const at1 = async () => (await own.send("GET /v1/pets?offset=1&limit=1")).body;
      // The response cache keeps a page that is requested twice.
      for (let times = 0; times < 3; times += 1) expect(await at1()).toMatchObject([{ id: second }]);
      expect(own.deps.responseCache.stats()).toMatchObject({ hits: 1, entries: 1 });
      await own.send(`DELETE /v1/pets/${first}`);
      expect(await at1()).toMatchObject([{ id: third }]);
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linksOf } from "../../test/support/links.js";
import { addStaff, signedIn } from "../../test/support/staff.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";

type Actor = { readonly kind: string; readonly id: number; readonly name: string };

describe("GET /history/actors", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const list = async (query = "", options = {}) => {
    const { status, body, text } = await api.send(`GET /v1/history/actors${query}`, options);
    return { status, actors: body as Actor[], body, text };
  };
  const addPerson = async (name: string) => {
    const { id, email } = await addStaff(api, "manager");
    await api.database.db.account.update({ where: { id }, data: { name } });
    return { id: Number(id), email };
  };
  const addKey = async (name: string) => {
    const key = await api.makeKey("admin");
    const { body } = await api.send("POST /v1/api-keys", { key, body: { name, scope: "read" } });
    const made = body as { id: number; key: string; lastFour: string };
    api.secrets.add(made.key);
    return made;
  };

  it("returns the exact name first, and then names that start with the text", async () => {
    const names = ["Old Quill", "Quilla", "quill", "A quill pen"];
    for (const name of names) await addPerson(name);
    const { status, actors } = await list("?q=Quill");
    expect(status).toBe(200);
    expect(actors.map(({ name }) => name)).toEqual(["quill", "Quilla", "A quill pen", "Old Quill"]);
    expect((await list("?q=Quill&limit=1")).actors.map(({ name }) => name)).toEqual(["quill"]);
  });

  it("links to the next pages and back, in the order of the whole list", async () => {
    const names = ["Wren", "wren 2", "a wren", "Wrens", "WREN"];
    for (const name of names) await addPerson(name);
    await addKey("Wren");
    const all = (await list("?q=wren")).actors;
    expect(all.map(({ name }) => name)).toEqual(["Wren", "WREN", "Wren", "wren 2", "Wrens", "a wren"]);
    const walk = async (start: string, rel: "next" | "prev") => {
      const pages: Actor[][] = [];
      let last = start;
      for (let target: string | undefined = start; target !== undefined; ) {
        const { body, headers } = await api.send(`GET ${target}`);
        pages.push(body as Actor[]);
        last = target;
        target = linksOf(headers.get("link"))[rel];
      }
      return { pages, last };
    };
    const forwards = await walk("/v1/history/actors?q=wren&limit=2", "next");
    expect(forwards.pages).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)]);
    expect((await walk(forwards.last, "prev")).pages).toEqual(forwards.pages.toReversed());
  });

  it("includes disabled accounts and revoked keys", async () => {
    const person = await addPerson("Zephyr Left");
    await api.database.db.account.update({ where: { id: person.id }, data: { banned: true } });
    const { id } = await addKey("Zephyr Till");
    await api.database.db.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
    expect((await list("?q=zephyr")).actors).toEqual([
      { kind: "account", id: person.id, name: "Zephyr Left" },
      { kind: "key", id, name: "Zephyr Till" },
    ]);
  });

  it("finds an actor by the filter of the history", async () => {
    const { id } = await addKey("Lighthouse");
    expect((await list(`?actor=key:${id}`)).actors).toEqual([{ kind: "key", id, name: "Lighthouse" }]);
    expect((await list("?actor=key:900000000000001")).actors).toEqual([]);
  });

  it("returns only names to a clerk, but no addresses or parts of keys", async () => {
    const { email } = await addPerson("Marigold");
    const { lastFour } = await addKey("Marigold Till");
    const clerk = await signedIn(api, "clerk");
    const { key } = (await clerk.browser.send("POST /auth/key")).body as { key: string };
    const { actors, text } = await list("?q=marigold", { key });
    expect(actors.map((actor) => Object.keys(actor).toSorted())).toEqual([
      ["id", "kind", "name"],
      ["id", "kind", "name"],
    ]);
    expect(text).not.toContain(email);
    expect(text).not.toContain(lastFour);
  });

  it("finds a name without its accents, a whole name first", async () => {
    const keys = [await addKey("Zoës Käfer"), await addKey("Käfer")];
    const { actors } = await list("?q=KAFER");
    expect(actors.map(({ id }) => id)).toEqual(keys.toReversed().map(({ id }) => id));
  });

  it("takes % and _ literally", async () => {
    await addPerson("Percy");
    expect((await list("?q=P%25y")).actors).toEqual([]);
  });

  it.each([
    ["q=", "query.q must have 1 to 200 characters"],
    ["actor=pet:5", "query.actor must be system, account:ID or key:ID, for example key:5"],
    ["limit=101", "query.limit must be an integer from 1 to 100"],
    ["email=jane", "query.email is not a recognised parameter"],
  ])("returns 400 for ?%s", async (query, message) => {
    expect((await list(`?${query}`)).body).toEqual(errorBody("invalid_request", 400, message));
  });

  it("returns 403 with a read key", async () => {
    const { body } = await list("", { key: await api.makeKey("read") });
    expect(body).toEqual(errorBody("forbidden", 403, "this operation requires an API key with scope write"));
  });
});

import type { Pet } from "@petstore/contract/routes";
import { createClient, type Deprecation } from "@petstore/contract/client";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { eventsSince, lastEventId } from "./support/audit.js";
import { addPets, findPet } from "./support/builders.js";
import { createTestApi, errorBody, type TestApi, ways } from "./support/test-api.js";

// `GET /pets?id=` replaces `GET /pets/{petId}`. So a client that uses nothing deprecated must be able to change a pet
// without overwriting other changes.

describe.each(ways)("a pet read with GET /pets?id= through %s", (_way, adapt) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({}, {}, adapt);
  });
  afterAll(() => api.close());

  const seen: (string | null)[] = [];
  const send: TestApi["send"] = async (...request) => {
    const answer = await api.send(...request);
    seen.push(answer.headers.get("deprecation"));
    return answer;
  };
  const add = async () => (await addPets(api, {}))[0] ?? 0;
  const read = async (query: string, headers: Record<string, string> = {}) => {
    const answer = await send(`GET /v1/pets?${query}`, { headers });
    return { pets: answer.body as Pet[], tag: answer.headers.get("etag") ?? "" };
  };
  const patch = (id: number, body: object, tag: string) =>
    send(`PATCH /v1/pets/${id}`, { body, headers: { "if-match": tag } });

  it("can be changed with the ETag of that page, unless the pet has changed since", async () => {
    const made = await send("POST /v1/pets", { body: { name: "Rex", categoryId: 1 } });
    const { id } = made.body as Pet;
    const { pets, tag } = await read(`id=${id}`);
    const other = await add();
    const untouched = await findPet(api, other);
    expect(pets).toEqual([made.body]);

    const changed = await patch(id, { status: "pending" }, tag);
    expect(changed).toMatchObject({ status: 200, body: { id, name: "Rex", status: "pending" } });
    const last = await lastEventId(api.database);
    const stale = await patch(id, { name: "Max" }, tag);
    expect(stale.body).toEqual(errorBody("precondition_failed", 412));
    expect(await eventsSince(api.database, last)).toEqual([]);
    expect(await findPet(api, id)).toEqual(changed.body);

    const again = await read(`id=${id}`);
    expect(await patch(id, { name: "Max" }, again.tag)).toMatchObject({ status: 200, body: { name: "Max" } });
    expect(await findPet(api, other)).toEqual(untouched);
    expect(seen.filter((deprecation) => deprecation !== null)).toEqual([]);
  });

  it("can be deleted with the ETag of that page, but not with a stale one", async () => {
    const id = await add();
    const { tag } = await read(`id=${id}`);
    await patch(id, { name: "Max" }, tag);
    const remove = (field: string) => send(`DELETE /v1/pets/${id}`, { headers: { "if-match": field } });
    expect((await remove(tag)).body).toEqual(errorBody("precondition_failed", 412));
    expect(await findPet(api, id)).toMatchObject({ name: "Max" });
    expect((await remove((await read(`id=${id}`)).tag)).status).toBe(204);
    expect((await read(`id=${id}`)).pets).toEqual([]);
  });

  it.each([
    ["also by another filter", "", {}],
    ["with its count", "", { prefer: "count=exact" }],
    ["with another limit", "&limit=100", {}],
  ])("can be changed with the ETag of any page that has only this pet: %s", async (_what, more, headers) => {
    const id = await add();
    const { tag } = await read(`q=Frank&id=${id}${more}`, headers);
    expect((await patch(id, { name: "Max" }, tag)).status).toBe(200);
  });

  it("can be changed with a list of tags that contains the ETag of its page", async () => {
    const id = await add();
    const { tag } = await read(`id=${id}`);
    expect((await patch(id, { name: "Max" }, `"older", ${tag}`)).status).toBe(200);
  });

  it("cannot be changed with a weak tag or with the ETag of a page with two pets", async () => {
    const [one, other] = [await add(), await add()];
    const page = await read(`id=${one}`);
    const two = await read(`id=${one}&id=${other}`);
    const last = await lastEventId(api.database);
    for (const field of [`W/${page.tag}`, two.tag, (await read(`id=${other}`)).tag]) {
      expect((await patch(one, { name: "Max" }, field)).status).toBe(412);
    }
    expect(await eventsSince(api.database, last)).toEqual([]);
    expect(await findPet(api, one)).toMatchObject({ name: "Frank" });
  });

  it("needs no additional statement for a change with If-Match", async () => {
    const id = await add();
    const { tag } = await read(`id=${id}`);
    const spy = vi.spyOn(Client.prototype, "query");
    const statementsOf = async (headers: Record<string, string>, name: string) => {
      spy.mockClear();
      expect((await api.send(`PATCH /v1/pets/${id}`, { body: { name }, headers })).status).toBe(200);
      const texts = spy.mock.calls.map(([query]: unknown[]) =>
        typeof query === "string" ? query : String(Object(query).text),
      );
      return texts.filter((text) => /\bpet\b|^(?:BEGIN|COMMIT)/.test(text));
    };
    const withTag = await statementsOf({ "if-match": tag }, "Max");
    const without = await statementsOf({}, "Sam");
    spy.mockRestore();
    expect(withTag.length).toBeGreaterThan(0);
    expect(withTag).toEqual(without);
  });

  it("can be changed by the typed client without a report of a deprecated operation", async () => {
    const deprecations: Deprecation[] = [];
    const onDeprecated = (deprecation: Deprecation) => void deprecations.push(deprecation);
    const client = createClient({ baseUrl: `${api.origin}/v1`, apiKey: api.key, onDeprecated });
    const id = await add();
    const found = await client.pets.listPets({ query: { id: [id] } });
    if (found.status !== 200) throw new Error(`status ${found.status}`);
    const change = { params: { petId: id }, headers: { "if-match": found.etag } };
    expect((await client.pets.updatePet({ ...change, body: { name: "Max" } })).status).toBe(200);
    expect((await client.pets.updatePet({ ...change, body: { name: "Sam" } })).status).toBe(412);
    expect(deprecations).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signedIn } from "../../test/support/staff.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { createPresence } from "./presence.js";

type Told = { readonly editors: readonly { readonly id: number; readonly name: string; readonly since: string }[] };

describe("POST /auth/editing", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
  });
  afterAll(() => api.close());

  it("tells other processes through PostgreSQL who edits a pet, until they stop", async () => {
    const [mara, sam] = [await signedIn(api, "clerk"), await signedIn(api, "manager")];
    const tell = async (one: typeof mara, petId: number, isEditing: boolean) =>
      (await one.browser.send("POST /auth/editing", { petId, isEditing })).body as Told;
    const namesOn = async (petId: number) => (await tell(sam, petId, false)).editors.map(({ id }) => id);
    expect(await tell(mara, 7, true)).toEqual({ editors: [] });
    await expect.poll(() => namesOn(7)).toEqual([Number(mara.id)]);
    expect(await namesOn(8)).toEqual([]);
    expect(await tell(mara, 7, true)).toEqual({ editors: [] });
    await tell(mara, 7, false);
    await expect.poll(() => namesOn(7)).toEqual([]);
  });

  it.each([
    [{ petId: 7 }, "body.isEditing must be true or false"],
    [{ petId: 0, isEditing: true }, "body.petId must be an integer from 1 to 9007199254740991"],
    [{ petId: 7, isEditing: true, name: "Mara" }, "body.name is not a recognised field"],
  ])("returns 400 for %j", async (body, message) => {
    const { browser } = await signedIn(api, "clerk");
    expect((await browser.send("POST /auth/editing", body)).body).toEqual(errorBody("invalid_request", 400, message));
  });
});

describe("the editors of a pet", () => {
  const start = () => {
    let now = Date.parse("2026-11-26T10:00:00Z");
    const sent: string[] = [];
    let receive = (_payload?: string) => {};
    const db = { $executeRaw: async (_sql: unknown, _channel: string, payload: string) => sent.push(payload) };
    const feed = {
      subscribe: (_channel: string, onChange: (payload?: string) => void) => {
        receive = onChange;
      },
    };
    const presence = createPresence(db as never, feed, () => new Date(now));
    const tell = async (id: number, pet: number, isEditing = true) => {
      const before = sent.length;
      await presence.tell({ id: BigInt(id), name: `P${id}` }, pet, isEditing);
      for (const payload of sent.slice(before)) receive(payload);
    };
    const idsOf = (pet: number) => presence.editorsOf(pet, 0n).map(({ id }) => id);
    const pass = (ms: number) => {
      now += ms;
    };
    return { presence, tell, idsOf, pass, sent, receive: (payload?: string) => receive(payload) };
  };

  it("expire after 15 seconds, and keep their start time while they repeat the request", async () => {
    const { presence, tell, idsOf, pass } = start();
    await tell(1, 7);
    pass(14_000);
    await tell(1, 7);
    pass(14_999);
    expect(presence.editorsOf(7, 0n)).toEqual([{ id: 1, name: "P1", since: "2026-11-26T10:00:00.000Z" }]);
    pass(1);
    expect(idsOf(7)).toEqual([]);
  });

  it("get a new start time if they come back after they expired", async () => {
    const { presence, tell, pass } = start();
    await tell(1, 7);
    pass(15_000);
    await tell(1, 7);
    expect(presence.editorsOf(7, 0n)).toEqual([{ id: 1, name: "P1", since: "2026-11-26T10:00:15.000Z" }]);
  });

  it("are limited to ten pets per account and ten accounts per pet", async () => {
    const { tell, idsOf, sent } = start();
    for (let pet = 1; pet <= 11; pet += 1) await tell(1, pet);
    expect([idsOf(1), idsOf(2), idsOf(11)]).toEqual([[], [1], [1]]);
    for (let account = 2; account <= 13; account += 1) await tell(account, 11);
    expect(idsOf(11)).toHaveLength(10);
    const count = sent.length;
    await tell(1, 11);
    await tell(1, 99, false);
    expect(sent.length).toBe(count);
  });

  it("ignore a message of another version", () => {
    const { receive, idsOf } = start();
    receive();
    receive('{"account":"1","pet":7,"name":"P1","isEditing":true}');
    expect(idsOf(7)).toEqual([]);
  });
});

import type { Action, BulkPetChange, Pet, Profile } from "@petstore/contract/routes";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lastEventId } from "../../test/support/audit.js";
import { addPets } from "../../test/support/builders.js";
import { sendWhileLocked } from "../../test/support/send-while-locked.js";
import { createTestApi, errorBody, type TestApi } from "../../test/support/test-api.js";
import { openWorkMemory, work } from "../operation/work-memory.js";
import { toFields } from "./store/pet-table.js";

const frank = toFields({ name: "Frank", categoryId: 1 });
const PROFILE_BYTES = 48_000;
const names = Array.from({ length: 10 }, (_, at) => `story_${at}`);
const tooLarge = (message: RegExp) => errorBody("payload_too_large", 413, expect.stringMatching(message));

describe("pets with much text", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
    const key = await api.makeKey("admin");
    for (const name of names)
      await api.send("POST /v1/attributes", { body: { name, label: name, type: "longText" }, key });
  });
  let last = 0;
  beforeEach(async () => {
    await api.database.pool.query("DELETE FROM pet");
    last = await lastEventId(api.database);
  });
  afterAll(() => api.close());

  const heavy = async (count: number): Promise<number[]> => {
    const ids = await addPets(api, ...Array.from({ length: count }, () => ({})));
    await api.database.pool.query(
      `INSERT INTO pet_profile (pet_id, external_id, attributes)
       SELECT id, 'E' || id, (SELECT jsonb_object_agg(attribute.id::text, repeat('x', $2)) FROM attribute)
       FROM unnest($1::bigint[]) AS id`,
      [ids, PROFILE_BYTES / names.length],
    );
    return ids;
  };
  const removing = (id: number): BulkPetChange => ({ id, from: frank, to: null });
  const restoring = (id: number): BulkPetChange => ({ id, from: null, to: frank });
  const change = (body: readonly object[]) => api.send("POST /v1/pets/changes", { body });
  const count = async (of: string) =>
    (await api.database.pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${of}`)).rows[0]?.count;
  const rows = (table: "pet_profile" | "audit_event") =>
    count(table === "audit_event" ? `audit_event WHERE id > ${last}` : table);

  it("are deleted and restored completely, in parts of one request", async () => {
    const ids = await heavy(520);
    const [bystander = 0, ...mine] = ids;
    const message =
      /^the 519 pets of this request have 25\.\d MB of profiles and notes, more than the 24 MB that one request may change; send fewer pets at a time$/;
    expect((await change(mine.map(removing))).body).toEqual(tooLarge(message));
    expect([await rows("pet_profile"), await rows("audit_event"), work.total]).toEqual([520, 0, 0]);
    for (const part of [mine.slice(0, 400), mine.slice(400)])
      expect((await change(part.map(removing))).body).toEqual({
        done: part.length,
        unchanged: 0,
        left: [],
        unrestored: [],
      });
    expect([await rows("pet_profile"), await rows("audit_event"), work.total]).toEqual([1, 2 * 519, 0]);

    expect((await change(mine.map(restoring))).body).toEqual(tooLarge(message));
    expect([await rows("pet_profile"), await rows("audit_event"), work.total]).toEqual([1, 2 * 519, 0]);
    for (const part of [mine.slice(0, 400), mine.slice(400)])
      expect((await change(part.map(restoring))).body).toEqual({
        done: part.length,
        unchanged: 0,
        left: [],
        unrestored: [],
      });
    const { rows: kinds } = await api.database.pool.query(
      "SELECT count(*)::int AS count, count(DISTINCT attributes)::int AS kinds, count(external_id)::int AS named FROM pet_profile",
    );
    expect([kinds, work.total]).toEqual([[{ count: 520, kinds: 1, named: 520 }], 0]);
    expect((await api.send(`GET /v1/pets/${bystander}`)).status).toBe(200);
  });

  it("are changed in one action with one time, however many slices the events are written in", async () => {
    const ids = await heavy(60);
    await change(ids.map(removing));
    const { rows: written } = await api.database.pool.query<{ moments: number; actions: number; led: string }>(
      `SELECT count(DISTINCT at)::int AS moments, count(DISTINCT action_id)::int AS actions,
         min(action) FILTER (WHERE id = action_id) AS led FROM audit_event WHERE id > $1`,
      [last],
    );
    expect(written).toEqual([{ moments: 1, actions: 1, led: "pet.delete" }]);
    const [action] = (await api.send("GET /v1/actions")).body as Action[];
    expect(action).toMatchObject({ events: 120, event: { action: "pet.delete", subject: { id: ids[0] } } });
    expect(action?.parts.toSorted((a, b) => (a.action < b.action ? -1 : 1))).toEqual([
      { action: "pet.delete", count: 60, to: null },
      { action: "profile.delete", count: 60, to: null },
    ]);
  });

  it("are changed with their profiles in parts of half the size", async () => {
    const ids = await heavy(260);
    const update = (petIds: readonly number[]) =>
      api.send("POST /v1/profiles/batch", {
        body: petIds.map((petId) => ({ petId, profile: { attributes: { story_0: "short" } } })),
      });
    expect((await update(ids)).body).toEqual(
      tooLarge(
        /^the 260 pets of this request have 12\.\d MB of profiles and notes, more than the 12 MB that one request may change;/,
      ),
    );
    expect([await rows("audit_event"), work.total]).toEqual([0, 0]);
    expect((await update(ids.slice(1))).body).toMatchObject({ status: 413 });
    expect((await update(ids.slice(20))).body).toEqual({ count: 240, changed: 240 });
    const [first, last] = await Promise.all([ids[0], ids[259]].map((id) => api.send(`GET /v1/pets/${id}/profile`)));
    const storyOf = (answer?: { body: unknown }) => (answer?.body as Profile | undefined)?.attributes["story_0"];
    expect([String(storyOf(first)).length, storyOf(last), work.total]).toEqual([4_800, "short", 0]);
  });

  it("get 503 while other requests hold the memory, and stay unchanged", async () => {
    const ids = await heavy(200);
    const other = openWorkMemory("another account");
    other.hold({ pets: 1, bytes: 23_000_000 });
    const refused = await change(ids.map(removing));
    expect([refused.status, refused.headers.get("retry-after"), await rows("pet_profile")]).toEqual([503, "2", 200]);
    expect(work.total).toBe(23_000_000);
    other.release();
    expect((await change(ids.map(removing))).status).toBe(200);
    expect(work.total).toBe(0);
  });

  // A restore waits for the lock of the definitions at a point when it already holds the memory for the profiles.
  const definitionsLocked = ["SELECT pg_advisory_xact_lock($1)", 0x61747472] as const;

  it("release their memory when their write fails", async () => {
    const ids = await heavy(20);
    await change(ids.map(removing));
    let held = 0;
    const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const watching = setInterval(() => (held = Math.max(held, work.total)), 1);
    const answer = await sendWhileLocked(api, [definitionsLocked, [kill]], () => change(ids.map(restoring)));
    clearInterval(watching);
    expect(answer.status).toBe(503);
    expect([held > 900_000, work.total]).toEqual([true, 0]);
    api.logged.length = 0;
  });

  it("are restored even if the client has gone, and release their memory", async () => {
    const ids = await heavy(20);
    await change(ids.map(removing));
    const leaving = new AbortController();
    const send = () =>
      fetch(`${api.origin}/v1/pets/changes`, {
        method: "POST",
        body: JSON.stringify(ids.map(restoring)),
        headers: { authorization: `Bearer ${api.key}`, "content-type": "application/json" },
        signal: leaving.signal,
      }).catch(() => undefined);
    const left = sendWhileLocked(api, [definitionsLocked], async () => {
      const answer = send();
      await expect.poll(() => work.total).toBeGreaterThan(900_000);
      leaving.abort();
      return answer;
    });
    expect(await left).toBeUndefined();
    await expect.poll(async () => [await rows("pet_profile"), work.total]).toEqual([20, 0]);
  });

  it("are listed by pages of a megabyte with their profiles, forwards and backwards", async () => {
    const ids = await heavy(60);
    const walk = async (path: string, rel: "next" | "prev") => {
      const pages: number[][] = [];
      for (let next: string | undefined = path; next !== undefined; ) {
        const { body, headers }: Awaited<ReturnType<TestApi["send"]>> = await api.send(`GET ${next}`);
        pages.push((body as Pet[]).map(({ id }) => id));
        next = new RegExp(`<([^>]+)>; rel="${rel}"`).exec(headers.get("link") ?? "")?.[1];
        if (next === undefined) return { pages, last: path };
        path = next;
      }
      return { pages, last: path };
    };
    const { pages, last: end } = await walk("/v1/pets?expand=profile&limit=100", "next");
    expect(pages.flat()).toEqual(ids);
    expect(pages.map(({ length }) => length)).toEqual([21, 21, 18]);
    const back = await walk(end, "prev");
    expect(back.pages.toReversed().flat()).toEqual(ids);
    expect(((await api.send("GET /v1/pets?limit=100")).body as Pet[]).length).toBe(60);
    const one = await api.send("GET /v1/pets?expand=profile&limit=5");
    expect((one.body as Pet[]).map(({ id }) => id)).toEqual(ids.slice(0, 5));
  });

  it("have a history in pages of a megabyte, which together list every event", async () => {
    const ids = await heavy(60);
    await change(ids.map(removing));
    for (const path of ["/v1/history?subject=profile&limit=100", "/v1/audit-events?subject=profile&limit=100"]) {
      const seen: number[][] = [];
      const key = await api.makeKey("admin");
      for (let next: string | undefined = path; next !== undefined && seen.flat().length < 60; ) {
        const { body, headers }: Awaited<ReturnType<TestApi["send"]>> = await api.send(`GET ${next}`, { key });
        seen.push((body as { subject: { id: number } }[]).map(({ subject }) => subject.id));
        next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
      }
      expect(seen.flat().slice(0, 60)).toEqual(ids.toReversed());
      expect(seen.slice(0, 2).map(({ length }) => length)).toEqual([21, 21]);
    }
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  ConnectionError,
  type PetStoreError,
  PreconditionFailedError,
  TimeoutError,
  UnexpectedResponseError,
} from "./index.js";
import {
  broken,
  etag,
  frank,
  hurry,
  json,
  keyOf,
  newPet,
  refused,
  scripted,
  silent,
  thrownBy,
} from "../../test/support/scripted-client.js";

const seven = { params: { petId: 7 } };
const sold = { ...seven, body: { status: "sold" } } as const;
const unavailable = () => refused(503, "service_unavailable");

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("retries", () => {
  it("wait for Retry-After, and a little longer", async () => {
    const { client, sent } = scripted([refused(429, "rate_limited", { "retry-after": "7" }), json(201, frank)]);
    const result = client.pets.createPet(newPet);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(500);
    expect(sent).toHaveLength(2);
    expect((await result).status).toBe(201);
  });

  it("understand Retry-After as a date", async () => {
    const at = new Date(Date.now() + 20_000).toUTCString();
    const { client, sent } = scripted([refused(503, "service_unavailable", { "retry-after": at }), json(200, [])]);
    const result = client.pets.listPets();
    await vi.advanceTimersByTimeAsync(17_000);
    expect(sent).toHaveLength(1);
    expect((await hurry(result)).status).toBe(200);
  });

  it("wait for a minute if the service asks for it, and not at all for a moment that has passed", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { client, sent } = scripted([refused(429, "rate_limited", { "retry-after": "60" }), json(200, [])]);
    const result = client.pets.listPets();
    await vi.advanceTimersByTimeAsync(60_249);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect((await result).status).toBe(200);
    const past = scripted([refused(429, "rate_limited", { "retry-after": new Date(0).toUTCString() }), json(200, [])]);
    const soon = past.client.pets.listPets();
    await vi.advanceTimersByTimeAsync(250);
    expect((await soon).status).toBe(200);
  });

  it.each([
    ["at least 0.25 s, twice as long each time, and 4 s at most", 0, [250, 500, 1_000, 2_000, 4_000, 4_000]],
    ["up to twice as long at random, and 8 s at most", 1, [500, 1_000, 2_000, 4_000, 8_000, 8_000]],
  ])("wait without Retry-After %s", async (_how, random, waits) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const options = { maxRetries: waits.length };
    const { client, sent } = scripted([...waits.map(unavailable), json(200, [])], options);
    const result = client.pets.listPets();
    for (const [at, wait] of waits.entries()) {
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(sent).toHaveLength(at + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(sent).toHaveLength(at + 2);
    }
    expect((await result).status).toBe(200);
  });

  it("are two by default, and give each attempt the whole timeoutMs", async () => {
    const late = ({ init }: { init: RequestInit }) =>
      new Promise<Response>((resolve, reject) => {
        init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        setTimeout(() => resolve(json(200, [])), 4_900);
      });
    const { client, sent } = scripted([silent, silent, late], { timeoutMs: 5_000 });
    expect((await hurry(client.pets.listPets())).status).toBe(200);
    expect(sent).toHaveLength(3);
    const lost = scripted([silent, silent, silent, silent], { timeoutMs: 5_000 });
    expect(await hurry(thrownBy(lost.client.pets.listPets()))).toBeInstanceOf(TimeoutError);
    expect(lost.sent).toHaveLength(3);
  });

  it("send the same body each time, and are counted separately for concurrent requests", async () => {
    const steps = [unavailable(), unavailable(), unavailable(), unavailable(), json(201, frank), json(201, frank)];
    const { client, sent } = scripted(steps);
    const both = [client.pets.createPet(newPet), client.pets.createPet({ body: { ...newPet.body, name: "Bo" } })];
    expect((await hurry(Promise.all(both))).map(({ status }) => status)).toEqual([201, 201]);
    const keyOfBody = new Map(sent.map((one) => [one.init.body, keyOf(one)]));
    expect(sent.map(keyOf)).toEqual(sent.map(({ init }) => keyOfBody.get(init.body)));
    expect([keyOfBody.size, new Set(keyOfBody.values()).size, sent.length]).toEqual([2, 2, 6]);
  });

  it("do not wait if the response asks for more than a minute, but return it", async () => {
    const { client } = scripted([refused(429, "rate_limited", { "retry-after": "61" })]);
    expect((await client.pets.listPets()).status).toBe(429);
  });

  it("send a POST again under the same Idempotency-Key, and the next one under another", async () => {
    const steps = [broken(), refused(503, "service_unavailable"), json(201, frank), json(201, frank)];
    const { client, sent } = scripted(steps);
    expect((await hurry(client.pets.createPet(newPet))).status).toBe(201);
    expect((await client.pets.createPet(newPet)).status).toBe(201);
    const keys = sent.map(keyOf);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
    expect(keys[3]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it("keep the caller's own Idempotency-Key", async () => {
    const { client, sent } = scripted([broken(), json(201, frank)]);
    await hurry(client.pets.createPet({ ...newPet, headers: { "idempotency-key": "luna" } }));
    expect(sent.map(keyOf)).toEqual(["luna", "luna"]);
  });

  it("wait while the first attempt, whose response was lost, is in progress", async () => {
    const busy = refused(409, "idempotency_key_in_use", { "retry-after": "1" });
    const { client } = scripted([broken(), busy, json(201, frank)]);
    expect((await hurry(client.pets.createPet(newPet))).status).toBe(201);
  });

  it("return any other conflict", async () => {
    const { client } = scripted([refused(409, "category_not_found")]);
    expect((await client.pets.createPet(newPet)).status).toBe(409);
  });

  it("repeat GET, PUT and DELETE after a broken connection", async () => {
    const view = { name: "sold", query: {}, isShared: false, isOwn: true, owner: "a" };
    const deleted = new Response(null, { status: 204 });
    const { client } = scripted([broken(), json(200, []), broken(), json(200, view), broken(), deleted]);
    expect((await hurry(client.pets.listPets())).status).toBe(200);
    const put = client.views.putView({ params: { name: "sold" }, body: { query: {}, isShared: false } });
    expect((await hurry(put)).status).toBe(200);
    expect((await hurry(client.pets.deletePet({ params: { petId: 7 } }))).status).toBe(204);
  });

  it.each([408, 500, 502, 503, 504])("repeat GET, DELETE and a keyed POST after %s", async (status) => {
    const failed = () => refused(status, "internal_error");
    const deleted = new Response(null, { status: 204 });
    const { client, sent } = scripted([failed(), json(200, []), failed(), deleted, failed(), json(201, frank)]);
    expect((await hurry(client.pets.listPets())).status).toBe(200);
    expect((await hurry(client.pets.deletePet(seven))).status).toBe(204);
    expect((await hurry(client.pets.createPet(newPet))).status).toBe(201);
    expect(sent).toHaveLength(6);
  });

  it.each([500, 503])("repeat no PATCH without If-Match and no POST without a key after %s", async (status) => {
    const failed = () => refused(status, "internal_error");
    const { client, sent } = scripted([failed(), failed(), failed()]);
    expect((await client.pets.updatePet(sold)).status).toBe(status);
    // `If-Match: *` matches any version, including one that the first attempt created.
    expect((await client.pets.updatePet({ ...sold, headers: { "if-match": "*" } })).status).toBe(status);
    expect((await client.apiKeys.createApiKey({ body: { name: "shop", scope: "read" } })).status).toBe(status);
    expect(sent).toHaveLength(3);
  });

  it("repeat no PATCH without If-Match and no POST without a key after a broken connection", async () => {
    const { client, sent } = scripted([broken(), broken()]);
    expect(await thrownBy(client.pets.updatePet(sold))).toBeInstanceOf(ConnectionError);
    const create = client.apiKeys.createApiKey({ body: { name: "shop", scope: "read" } });
    expect(await thrownBy(create)).toBeInstanceOf(ConnectionError);
    expect(sent.map(keyOf)).toEqual([null, null]);
  });

  it("repeat a PATCH with If-Match", async () => {
    const steps = [broken(), refused(500, "internal_error"), json(200, frank, { etag })];
    const { client, sent } = scripted(steps);
    const patch = client.pets.updatePet({ ...sold, headers: { "if-match": etag } });
    expect((await hurry(patch)).status).toBe(200);
    expect(sent.map(({ init }) => init.headers.get("if-match"))).toEqual([etag, etag, etag]);
  });

  it("repeat a PATCH after 429, which changed nothing", async () => {
    const { client } = scripted([refused(429, "rate_limited"), json(200, frank, { etag })]);
    expect((await hurry(client.pets.updatePet(sold))).status).toBe(200);
  });

  it.each([400, 401, 403, 404, 409, 412])("do not repeat a request after a %s", async (status) => {
    const { client, sent } = scripted([refused(status, "conflict")]);
    expect((await client.pets.deletePet(seven)).status).toBe(status);
    expect(sent).toHaveLength(1);
  });

  it("end after maxRetries, which the client or the request may set", async () => {
    const { client, sent } = scripted(Array.from({ length: 6 }, unavailable), { maxRetries: 3 });
    expect((await hurry(client.pets.listPets())).status).toBe(503);
    expect(sent).toHaveLength(4);
    expect((await client.pets.listPets({ maxRetries: 0 })).status).toBe(503);
    expect(sent).toHaveLength(5);
  });

  it("end after maxRetries for a keyed POST that gets only 503s, if no response was lost", async () => {
    const later = () => refused(503, "service_unavailable", { "retry-after": "1" });
    const { client, sent } = scripted(Array.from({ length: 20 }, later));
    expect((await hurry(client.pets.createPet(newPet))).status).toBe(503);
    expect(sent).toHaveLength(3);
  });

  it("repeat what a proxy answers with 502 or 504", async () => {
    const { client } = scripted([new Response("", { status: 502 }), new Response("", { status: 504 }), json(200, [])]);
    expect((await hurry(client.pets.listPets())).status).toBe(200);
  });

  it("wait up to timeoutMs for a request that is still running, whatever maxRetries is", async () => {
    const busy = () => refused(409, "idempotency_key_in_use", { "retry-after": "1" });
    const { client } = scripted([...Array.from({ length: 10 }, busy), json(201, frank)]);
    expect((await hurry(client.pets.createPet(newPet))).status).toBe(201);
    const endless = scripted(Array.from({ length: 100 }, busy));
    expect((await hurry(endless.client.pets.createPet({ ...newPet, timeoutMs: 20_000 }))).status).toBe(409);
    expect(endless.sent.length).toBeGreaterThan(10);
    expect(endless.sent.length).toBeLessThan(25);
    const impatient = scripted([busy()]);
    expect((await impatient.client.pets.createPet({ ...newPet, maxRetries: 0 })).status).toBe(409);
  });
});

describe("a request whose response was lost", () => {
  const csv = { csv: "name\nRex\n", source: "a.csv", columns: {} };
  const importing = { body: csv, headers: { "idempotency-key": "monday" } };

  it("counts as successful if it is a DELETE and its repeat finds nothing", async () => {
    const { client } = scripted([broken(), refused(404, "not_found"), broken(), refused(404, "not_found")]);
    const done = await hurry(client.pets.deletePet(seven));
    expect([done.status, done.body, done.lostAttempt]).toEqual([204, undefined, expect.any(ConnectionError)]);
    expect(await hurry(client.orThrow.pets.deletePet(seven))).toBeUndefined();
  });

  it("does not count as a successful DELETE if no attempt was lost or the code is not not_found", async () => {
    const { client } = scripted([unavailable(), refused(404, "not_found"), broken(), refused(404, "gone")]);
    for (const status of [404, 404]) {
      expect((await hurry(client.pets.deletePet(seven))).status).toBe(status);
    }
  });

  it("stays lost if a proxy answers its repeat with 404", async () => {
    const { client } = scripted([broken(), Response.json({}, { status: 404 })]);
    await expect(hurry(client.pets.deletePet(seven))).rejects.toBeInstanceOf(ConnectionError);
  });

  it("does not count as successful if it revokes an unknown key, as revoked keys stay readable", async () => {
    const { client } = scripted([broken(), refused(404, "not_found")]);
    expect((await hurry(client.apiKeys.revokeApiKey({ params: { keyId: 7 } }))).status).toBe(404);
  });

  it("stays unknown after a later 503, which says nothing about the lost attempt", async () => {
    const { client, sent } = scripted([silent, unavailable(), unavailable()]);
    const error = await hurry(thrownBy(client.pets.importPets(importing)));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ code: "timeout", status: 0, idempotencyKey: "monday", cause: { code: "timeout" } });
    expect(String(error)).toBe(
      "TimeoutError: POST /pets/import got no complete response within 180000 ms. It may have been carried out, and the response to the repeat was 503 (it is service_unavailable); send it again with the Idempotency-Key monday to find out",
    );
    expect(sent).toHaveLength(3);
  });

  it("waits up to timeoutMs if the service sends Retry-After, and gets the outcome", async () => {
    const later = () => refused(503, "service_unavailable", { "retry-after": "5" });
    const { client } = scripted([broken(), ...Array.from({ length: 10 }, later), json(201, frank)]);
    expect((await hurry(client.pets.createPet({ ...newPet, timeoutMs: 60_000 }))).status).toBe(201);
    const endless = scripted([broken(), ...Array.from({ length: 100 }, later)]);
    const error = await hurry(thrownBy(endless.client.pets.createPet({ ...newPet, timeoutMs: 60_000 })));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(endless.sent.length).toBeLessThan(16);
  });

  it.each([
    ["401", () => refused(401, "unauthorized")],
    ["403", () => refused(403, "forbidden")],
    ["429 that asks for an hour", () => refused(429, "rate_limited", { "retry-after": "3600" })],
    ["500", () => refused(500, "internal_error")],
    ["504 of a proxy", () => new Response("<html>", { status: 504 })],
    ["409 idempotency_key_in_use", () => refused(409, "idempotency_key_in_use")],
    ["redirect", () => new Response(null, { status: 302, headers: { location: "https://login.example/" } })],
  ])("stays unknown after a later %s too", async (_, later) => {
    const { client } = scripted([broken(), later(), later()]);
    const error = await hurry(thrownBy(client.pets.createPet({ ...newPet, maxRetries: 1 })));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(String(error)).toContain("It may have been carried out");
  });

  it("passes on the Retry-After of the repeat, and says what to do", async () => {
    const later = () => refused(429, "rate_limited", { "retry-after": "3600" });
    const page = () => new Response("<html>", { status: 502, headers: { "retry-after": "120" } });
    const { client } = scripted([broken(), later(), broken(), page(), broken(), refused(401, "unauthorized")]);
    const create = () => hurry(thrownBy(client.pets.createPet({ ...newPet, maxRetries: 1 })));
    const errors = [await create(), await create(), await create()] as PetStoreError[];
    expect(errors.map(({ retryAfter }) => retryAfter)).toEqual([3_600, 120, null]);
    for (const error of errors) {
      expect(error.message).toContain(`send it again with the Idempotency-Key ${error.idempotencyKey} to find out`);
    }
    const patch = scripted([broken(), refused(401, "unauthorized")]).client.pets.updatePet({
      ...sold,
      headers: { "if-match": etag },
    });
    expect(String(await hurry(thrownBy(patch)))).toContain("; read the resource to find out");
  });

  it("does not include a request that got a 429, whose repeat gives the outcome", async () => {
    const page = () => new Response("<html>", { status: 429 });
    const { client } = scripted([page(), unavailable(), unavailable()]);
    const answer = await hurry(client.pets.createPet(newPet));
    expect([answer.status, answer.lostAttempt]).toEqual([503, null]);
  });

  it("stays unknown after an error of the key function too", async () => {
    const keys = ["pets_live_1"];
    const apiKey = async () => keys.pop() ?? Promise.reject(new Error("signed out"));
    const { client } = scripted([broken()], { apiKey });
    const error = await hurry(thrownBy(client.pets.createPet(newPet)));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(String(error)).toContain("the repeat was not sent: signed out");
  });

  it("counts as lost if a proxy answers it with 502, 504, or a page instead of a 503", async () => {
    for (const status of [502, 503, 504]) {
      const { client } = scripted([new Response("<html>", { status }), unavailable(), unavailable()]);
      const error = await hurry(thrownBy(client.pets.importPets(importing)));
      expect(error).toBeInstanceOf(UnexpectedResponseError);
      expect(error).toMatchObject({ status, idempotencyKey: "monday" });
      expect(String(error)).toContain("It may have been carried out, and the response to the repeat was 503");
    }
  });

  it("ends in the outcome that the service has stored, even if that is a refusal", async () => {
    const { client } = scripted([broken(), json(201, frank), broken(), refused(409, "category_not_found")]);
    expect((await hurry(client.pets.createPet(newPet))).status).toBe(201);
    expect((await hurry(client.pets.createPet(newPet))).status).toBe(409);
  });

  it("is the cause of the 412 of its repeat, because the lost attempt may have made the change", async () => {
    const steps = () => [broken(), refused(412, "precondition_failed")];
    const { client } = scripted([...steps(), ...steps(), refused(412, "precondition_failed")]);
    const patch = { ...sold, headers: { "if-match": etag } };
    const answer = await hurry(client.pets.updatePet(patch));
    expect([answer.status, answer.lostAttempt]).toEqual([412, expect.any(ConnectionError)]);
    const error = await hurry(thrownBy(client.orThrow.pets.updatePet(patch)));
    expect(error).toBeInstanceOf(PreconditionFailedError);
    expect(error).toMatchObject({ cause: expect.any(ConnectionError) });
    expect((await client.pets.updatePet(patch)).lostAttempt).toBeNull();
  });

  it("has the last response as its result if it is a read", async () => {
    const { client } = scripted([broken(), unavailable(), unavailable()]);
    expect((await hurry(client.pets.listPets())).status).toBe(503);
  });
});

describe("the Idempotency-Key of a request", () => {
  it("is part of its result and of each of its errors", async () => {
    const page = new Response("<html>", { status: 200 });
    const { client, sent } = scripted([json(201, frank), unavailable(), broken(), page], { maxRetries: 0 });
    const made = await client.pets.createPet(newPet);
    const errors = [];
    for (const _ of [1, 2, 3]) errors.push(await thrownBy(client.orThrow.pets.createPet(newPet)));
    expect(errors.map((error) => (error as PetStoreError).name)).toEqual([
      "ServiceUnavailableError",
      "ConnectionError",
      "UnexpectedResponseError",
    ]);
    const keys = [made, ...errors].map((one) => (one as { idempotencyKey: string | null }).idempotencyKey);
    expect(keys).toEqual(sent.map(keyOf));
    expect(keys.every((key) => key?.length === 32)).toBe(true);
  });

  it("is null if none was sent", async () => {
    const { client } = scripted([json(200, []), broken()], { maxRetries: 0 });
    expect((await client.pets.listPets()).idempotencyKey).toBeNull();
    expect(await thrownBy(client.pets.listPets())).toMatchObject({ idempotencyKey: null });
  });
});

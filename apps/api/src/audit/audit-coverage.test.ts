import { randomUUID } from "node:crypto";
import { type Actor, type Category, contract, listRoutes, takesIdempotencyKey } from "@petstore/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsSince, lastEventId, refuseInserts } from "../../test/support/audit.js";
import { changeableRows } from "../../test/support/changeable-rows.js";
import { particularRequests, type RequestExample, requestExamples } from "../../test/support/requests.js";
import { createTestApi, type TestApi } from "../../test/support/test-api.js";

// The operations are listed from the contract, so that a new one is covered too.

/**
 * docs/decisions/0027-saved-views.md explains why views have no audit events. src/pets/views/delete-view.test.ts checks
 * it.
 */
const views = ["putView", "deleteView"];

const unaudited = new Set(views);

/** The reads that return so much data about a person that they are recorded. */
const audited = new Set(["exportCustomer"]);

const operations = listRoutes(contract)
  .filter(
    ({ operationId, route, metadata }) =>
      audited.has(operationId) || (route.method !== "GET" && metadata.scope !== null),
  )
  .filter(({ operationId }) => !unaudited.has(operationId))
  .map(({ operationId, route }) => ({
    operationId,
    takesIdempotencyKey: takesIdempotencyKey(route),
  }));

describe("the audit trail", () => {
  let api: TestApi;
  let strict: TestApi;
  let key: string;
  let actor: Actor;
  beforeAll(async () => {
    api = await createTestApi();
    // The steps of an undo have events of their own, so the runner is closed.
    await api.deps.undoRunner.close();
    strict = await createTestApi({ CATEGORY_POLICY: "require" });
    key = await api.makeKey("admin", { name: "the trail's" });
    const { id, name } = await api.database.db.apiKey.findFirstOrThrow({ where: { name: "the trail's" } });
    actor = { kind: "key", id: Number(id), name };
  });
  afterAll(() => Promise.all([api.close(), strict.close()]));

  const exampleOf = async (operationId: string): Promise<RequestExample> =>
    (await requestExamples[operationId]?.(api)) ?? expect.fail(`test/support/requests.ts lacks ${operationId}`);
  const send = ({ line, options }: RequestExample, headers: Record<string, string> = {}) =>
    api.send(line, { ...options, key, headers: { ...options?.headers, ...headers } });

  const everything = () => changeableRows(api.database);

  it.each(operations)("records an event with its actor for each $operationId", async ({ operationId }) => {
    const example = await exampleOf(operationId);
    const last = await lastEventId(api.database);
    const { status } = await send(example);
    expect(status).toBeLessThan(300);
    const events = await eventsSince(api.database, last);
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) expect(event.actor).toEqual(actor);
  });

  it.each(operations)("records nothing for a refused $operationId", async ({ operationId }) => {
    const { line, options = {} } = await exampleOf(operationId);
    const refused: [RequestExample, number][] = [
      [{ line, options: { ...options, key: await api.makeKey("read") } }, 403],
      [{ line, options: { ...options, key: "" } }, 401],
      [{ line: `${line}?nonsense=1`, options: { ...options, key } }, 400],
    ];
    const last = await lastEventId(api.database);
    for (const [example, status] of refused) {
      expect((await api.send(example.line, example.options)).status).toBe(status);
    }
    expect(await eventsSince(api.database, last)).toEqual([]);
  });

  const particular = operations.flatMap(({ operationId }) =>
    Object.keys(particularRequests[operationId] ?? {})
      .map(Number)
      .filter((status) => status >= 400)
      .map((status) => ({ operationId, status })),
  );
  it.each(particular)("records nothing if $operationId returns $status, with or without a key", async (one) => {
    const prepare = particularRequests[one.operationId]?.[one.status];
    const { line, options, on = api } = (await prepare?.({ api, strict })) ?? expect.fail();
    const last = await lastEventId(on.database);
    const takesKey = operations.find(({ operationId }) => operationId === one.operationId)?.takesIdempotencyKey;
    for (const headers of [{}, ...(takesKey ? [{ "idempotency-key": randomUUID() }] : [])]) {
      const sent = { ...(on === api && { key }), ...options, headers: { ...options?.headers, ...headers } };
      expect((await on.send(line, sent)).status).toBe(one.status);
    }
    expect(await eventsSince(on.database, last)).toEqual([]);
  });

  const repeatable = operations.filter(({ takesIdempotencyKey }) => takesIdempotencyKey);
  it.each(repeatable)("records nothing for a repeated $operationId", async ({ operationId }) => {
    const example = await exampleOf(operationId);
    const headers = { "idempotency-key": randomUUID() };
    expect((await send(example, headers)).status).toBeLessThan(300);
    const last = await lastEventId(api.database);
    const repeat = await send(example, headers);
    expect(repeat.headers.get("idempotent-replayed")).toBe("true");
    expect(await eventsSince(api.database, last)).toEqual([]);
  });

  it.each(operations)("rolls back $operationId if the event cannot be written", async ({ operationId }) => {
    const example = await exampleOf(operationId);
    const before = await everything();
    const allow = await refuseInserts(api.database, "audit_event");
    const { status } = await send(example);
    await allow();
    expect(status).toBe(503);
    expect(await everything()).toEqual(before);
    expect((await send(example)).status).toBeLessThan(300);
  });

  it.each(repeatable)("keeps no event of $operationId if its outcome cannot be stored", async ({ operationId }) => {
    const example = await exampleOf(operationId);
    const [before, last] = [await everything(), await lastEventId(api.database)];
    const allow = await refuseInserts(api.database, "stored_outcome");
    const { status } = await send(example, { "idempotency-key": randomUUID() });
    await allow();
    expect(status).toBe(503);
    expect([await everything(), await eventsSince(api.database, last)]).toEqual([before, []]);
  });

  it("records one event for a change that is retried after a deadlock", async () => {
    const last = await lastEventId(api.database);
    const makeCategory = async () => (await send(await exampleOf("createCategory"))).body as Category;
    const [one, other] = [await makeCategory(), await makeCategory()];
    // The first attempt fails with the error of a deadlock.
    await api.database.pool.query(`CREATE SEQUENCE tries;
      CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('tries') = 1 THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = 'deadlock_detected'; END IF;
        RETURN OLD;
      END $$;
      CREATE TRIGGER fail_once BEFORE DELETE ON category FOR EACH ROW EXECUTE FUNCTION fail_once()`);
    const merge = { line: `POST /v1/categories/${one.id}/merge`, options: { body: { into: other.id } } };
    const { status } = await send(merge, { "idempotency-key": randomUUID() });
    await api.database.pool.query("DROP TRIGGER fail_once ON category");
    expect(status).toBe(200);
    expect((await api.database.pool.query("SELECT last_value AS tries FROM tries")).rows).toEqual([{ tries: "2" }]);
    const actions = (await eventsSince(api.database, last)).map(({ action }) => action);
    expect(actions).toEqual(["category.create", "category.create", "category.merge"]);
  });

  it("never contains a key, a hash or a password", async () => {
    const { rows } = await api.database.pool.query(
      `SELECT event::text FROM audit_event AS event,
         (SELECT string_agg(encode(hash, 'hex') || '|' || encode(hash, 'base64'), '|') AS hashes FROM api_key) AS secret
       WHERE event::text ~ 'pets_(live|test)_[0-9A-Za-z]{38}' OR event::text ~* '"(key|hash|password|token)"+:'
         OR event::text ~ replace(replace(hashes, '+', '\\+'), '/', '\\/')`,
    );
    expect(rows).toEqual([]);
  });
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAccount } from "../../../test/support/builders.js";
import { createTestDatabase, type TestDatabase } from "../../../test/support/test-database.js";
import { AppError, noSuchCategory } from "../../errors.js";
import { type Query, queryOf } from "../../database/query.js";
import type { KeyedRequest } from "./keyed-request.js";
import { isStorable, runIdempotently } from "./run-idempotently.js";
import type { LockMode, Outcome, Verdict } from "./verdict.js";

describe("isStorable", () => {
  it.each([
    [new AppError("invalid_request", "x"), true],
    [new AppError("not_found", "x"), true],
    [new AppError("rate_limited", "x"), false],
    [new AppError("internal_error", "x"), false],
    [new AppError("service_unavailable", "x"), false],
    [Object.assign(new Error("x"), { status: 404 }), false],
  ])("tells whether the outcome %o can be stored: %s", (error, expected) => {
    expect(isStorable(error)).toBe(expected);
  });
});

describe("runIdempotently", () => {
  let database: TestDatabase;
  let accountId: bigint;
  beforeAll(async () => {
    database = await createTestDatabase();
    accountId = await addAccount(database);
  });
  afterAll(() => database.drop());

  const newRequest = (): KeyedRequest => ({ accountId, idempotencyKey: randomUUID(), fingerprint: new Uint8Array(32) });
  const created: Outcome = { status: 201, headers: {}, body: {} };
  type Done = { readonly answer: Outcome };
  type Work = (query: Query, places: readonly number[]) => Promise<readonly Verdict<Done>[]>;
  const runAll = (requests: readonly (KeyedRequest | undefined)[], mode: LockMode, work: Work) =>
    database.db.$transaction(
      (tx) => runIdempotently(queryOf(tx), requests, mode, (places) => work(queryOf(tx), places)),
      { timeout: 20_000 },
    );
  /** Runs one request that may wait. @throws Its refusal. */
  const run = async (request: KeyedRequest, work: (query: Query) => Promise<Outcome>) => {
    const [result] = await runAll([request], "wait", async (query) => [{ answer: await work(query) }]);
    if (result === undefined || result === "again" || result instanceof AppError) throw result;
    return { ...result.answer, isReplayed: "isReplayed" in result };
  };
  const replayed = { headers: { "Idempotent-Replayed": "true" } };

  it("looks again under the lock for an outcome that the previous holder has committed", async () => {
    const opened = [
      { place: 0, isLocked: true, isSame: null, status: null },
      { place: 0, isLocked: true, isSame: true, status: 201, headers: {}, body: '{"id":7}' },
    ];
    let isRun = false;
    const query = (async () => opened.splice(0, 1)) as unknown as Query;
    const results = await runIdempotently(query, [newRequest()], "wait", async () => {
      isRun = true;
      return [{ answer: created }];
    });
    expect(results).toMatchObject([{ answer: { status: 201, body: { id: 7 } }, isReplayed: true }]);
    expect([isRun, opened]).toEqual([false, []]);
  });

  it("rolls back what the work wrote before its refusal, and stores the refusal", async () => {
    const request = newRequest();
    const refusal = noSuchCategory(6);
    const writeAndRefuse = async (query: Query) => {
      await query("INSERT INTO category (id) VALUES (5)", []);
      throw refusal;
    };
    await expect(run(request, writeAndRefuse)).rejects.toBe(refusal);
    expect(await database.db.category.count()).toBe(0);
    await expect(run(request, writeAndRefuse)).rejects.toMatchObject({ body: refusal.body, ...replayed });
  });

  it("throws 422 when the key was used with another request", async () => {
    const request = newRequest();
    await run(request, async () => created);
    const other = { ...request, fingerprint: new Uint8Array(32).fill(1) };
    await expect(run(other, async () => created)).rejects.toMatchObject({ code: "idempotency_key_reused" });
    await expect(run(request, async () => created)).resolves.toEqual({ ...created, ...replayed, isReplayed: true });
  });

  it("throws 409 and runs nothing while another request with the same key runs", async () => {
    const request = newRequest();
    const works: string[] = [];
    const workInside = async () => {
      works.push("inside");
      return created;
    };
    const work = async () => {
      works.push("outside");
      await expect(run(request, workInside)).rejects.toMatchObject({ code: "idempotency_key_in_use" });
      return created;
    };
    await expect(run(request, work)).resolves.toMatchObject({ isReplayed: false });
    expect(works).toEqual(["outside"]);
  });

  it("runs requests with different keys at the same time", async () => {
    const inner = () => run(newRequest(), async () => created);
    await expect(run(newRequest(), inner)).resolves.toMatchObject({ status: 201, isReplayed: false });
  });

  it.each([new AppError("service_unavailable", "x"), new AppError("rate_limited", "x"), new Error("a defect")])(
    "throws %o and stores nothing",
    async (error) => {
      const request = newRequest();
      const fail = async () => {
        throw error;
      };
      await expect(run(request, fail)).rejects.toBe(error);
      const { idempotencyKey } = request;
      expect(await database.db.storedOutcome.count({ where: { idempotencyKey } })).toBe(0);
    },
  );

  it("rolls back what the work of a request without a key wrote before a refusal", async () => {
    const refusal = noSuchCategory(6);
    const writeAndRefuse: Work = async (query) => {
      await query("INSERT INTO category (id) VALUES (5)", []);
      return [refusal];
    };
    await expect(runAll([undefined], "wait", writeAndRefuse)).rejects.toBe(refusal);
    expect(await database.db.category.count()).toBe(0);
  });

  it("answers repeated requests with stored outcomes, and runs and stores the other requests", async () => {
    const [repeated, fresh, refused, again] = [newRequest(), newRequest(), newRequest(), newRequest()];
    await run(repeated, async () => ({ ...created, body: { id: 1 } }));
    const requests = [
      repeated,
      undefined,
      fresh,
      refused,
      again,
      { ...repeated, fingerprint: new Uint8Array(32).fill(1) },
    ];
    const refusal = noSuchCategory(6);
    const places: number[][] = [];
    const results = await runAll(requests, "skip", async (_query, some) => {
      places.push([...some]);
      return [{ answer: created }, { answer: created }, refusal, "again"];
    });
    expect(places).toEqual([[1, 2, 3, 4]]);
    expect(results).toEqual([
      { answer: { ...created, ...replayed, body: { id: 1 } }, isReplayed: true },
      { answer: created },
      { answer: created },
      refusal,
      "again",
      expect.objectContaining({ code: "idempotency_key_reused" }),
    ]);
    const stored = await database.db.storedOutcome.findMany({
      where: { idempotencyKey: { in: requests.flatMap((request) => request?.idempotencyKey ?? []) } },
      select: { idempotencyKey: true, status: true },
    });
    expect(new Map(stored.map(({ idempotencyKey, status }) => [idempotencyKey, status]))).toEqual(
      new Map([
        [repeated.idempotencyKey, 201],
        [fresh.idempotencyKey, 201],
        [refused.idempotencyKey, 404],
      ]),
    );
  });

  it("throws 409 when another connection stores the key's outcome first", async () => {
    const request = newRequest();
    const storeFirst = async () => {
      await database.pool.query(
        `INSERT INTO stored_outcome (account_id, idempotency_key, fingerprint, status, headers, body, expires_at)
         VALUES ($1, $2, $3, 201, '{}', '{}', now() + interval '1 hour')`,
        [accountId, request.idempotencyKey, request.fingerprint],
      );
      return created;
    };
    await expect(run(request, storeFirst)).rejects.toMatchObject({ status: 409 });
  });
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAccount } from "../../test/support/builders.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { AppError, noSuchCategory } from "../errors.js";
import type { Transaction } from "../operation/operation.js";
import { isStorable, type KeyedRequest, type Outcome, runIdempotently } from "./run-idempotently.js";

describe("isStorable", () => {
  it.each([
    [new AppError("invalid_request", "x"), true],
    [new AppError("not_found", "x"), true],
    [new AppError("rate_limited", "x"), false],
    [new AppError("internal_error", "x"), false],
    [new AppError("service_unavailable", "x"), false],
    [Object.assign(new Error("x"), { status: 404 }), false],
  ])("of %o is %s", (error, expected) => {
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
  const run = (request: KeyedRequest, work: (tx: Transaction) => Promise<Outcome>) =>
    database.db.$transaction((tx) => runIdempotently(tx, request, () => work(tx)), { timeout: 20_000 });

  it("rolls back what the work wrote before a refusal, and stores the refusal", async () => {
    const request = newRequest();
    const refused = { status: 404, headers: {}, body: expect.objectContaining({ code: "not_found" }) };
    const writeAndRefuse = async (tx: Transaction) => {
      await tx.category.create({ data: { id: 5 } });
      throw noSuchCategory(6);
    };
    expect(await run(request, writeAndRefuse)).toEqual({ ...refused, isReplayed: false });
    expect(await database.db.category.count()).toBe(0);
    expect(await run(request, writeAndRefuse)).toEqual({ ...refused, isReplayed: true });
  });

  it("throws 422 when the key was used with another request", async () => {
    const request = newRequest();
    await run(request, async () => created);
    const other = { ...request, fingerprint: new Uint8Array(32).fill(1) };
    await expect(run(other, async () => created)).rejects.toMatchObject({ code: "idempotency_key_reused" });
    await expect(run(request, async () => created)).resolves.toEqual({ ...created, isReplayed: true });
  });

  it("throws 409 and does not work while the same key is at work", async () => {
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

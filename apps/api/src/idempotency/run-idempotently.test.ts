import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAccount } from "../../test/support/builders.js";
import { createTestDatabase, type TestDatabase } from "../../test/support/test-database.js";
import { noSuchCategory } from "../errors.js";
import type { Transaction } from "../operation/operation.js";
import { type KeyedRequest, runIdempotently, type Outcome } from "./run-idempotently.js";

describe("runIdempotently", () => {
  let database: TestDatabase;
  let accountId: bigint;
  beforeAll(async () => {
    database = await createTestDatabase();
    accountId = await addAccount(database);
  });
  afterAll(() => database.drop());

  const newRequest = (): KeyedRequest => ({
    accountId,
    idempotencyKey: randomUUID(),
    fingerprint: new Uint8Array(32),
  });
  const runOnce = (request: KeyedRequest, work: (tx: Transaction) => Promise<Outcome>) =>
    database.db.$transaction((tx) => runIdempotently(tx, request, () => work(tx)));

  it("rolls back what the work wrote before a refusal, and stores the refusal", async () => {
    const request = newRequest();
    const refused = { status: 404, headers: {}, body: expect.objectContaining({ code: "not_found" }) };
    const writeAndRefuse = async (tx: Transaction) => {
      await tx.category.create({ data: { id: 5 } });
      throw noSuchCategory(6);
    };
    expect(await runOnce(request, writeAndRefuse)).toEqual({ ...refused, isReplayed: false });
    expect(await database.db.category.count()).toBe(0);
    expect(await runOnce(request, writeAndRefuse)).toEqual({ ...refused, isReplayed: true });
  });
});

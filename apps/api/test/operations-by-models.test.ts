import { contract, listRoutes } from "@petstore/contract/routes";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestExamples } from "./support/requests.js";
import { createTestApi, type TestApi } from "./support/test-api.js";
import { usualRequests } from "./support/usual-requests.js";

// docs/decisions/0119-models-and-sql.md requires that an operation that reads and writes single rows uses Prisma's
// models.

/** The operations whose own statements all come from models. Row locks and advisory locks are also allowed. */
const byModels: readonly string[] = [
  "createApiKey",
  "createAttribute",
  "createCategory",
  "createNote",
  "createWebhookEndpoint",
  "deleteAttribute",
  "deleteNote",
  "deletePhoto",
  "deleteView",
  "deleteWebhookEndpoint",
  "getApiKey",
  "getAttribute",
  "getCategoryMerge",
  "getCustomer",
  "getNote",
  "getPhoto",
  "getStore",
  "getView",
  "getWebhookEndpoint",
  "listApiKeys",
  "listAttributes",
  "listPetNotes",
  "listPhotos",
  "listWebhookDeliveries",
  "listWebhookEndpoints",
  "putView",
  "redeliverWebhook",
  "replayWebhookEndpoint",
  "restoreAttribute",
  "restoreNote",
  "restorePhoto",
  "revokeApiKey",
  "rotateApiKey",
  "rotateWebhookSecret",
  "testWebhookEndpoint",
  "updateAttribute",
  "updateCustomer",
  "updateNote",
  "updatePhoto",
  "updateStore",
  "updateWebhookEndpoint",
];

/** Tells whether the operation is one of `resource()`, which uses models and has a request made from the contract. */
const isUsual = (operationId: string) => requestExamples[operationId] === usualRequests[operationId];

/** Tells whether Prisma has written the statement, or whether it begins or ends a transaction. */
const isOfModels = (text: string) =>
  /^(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\b.*"public"\."/.test(text) ||
  /^(?:BEGIN|COMMIT|ROLLBACK)\b/.test(text);

/** Prisma has no locks. These statements come from `database/lock-row.ts` and `database/advisory-lock.ts`. */
const isLock = (text: string) =>
  / AS locked$|^LOCK TABLE |^SELECT clock_timestamp\(\)::timestamptz\(3\) AS "lockedAt"$|^SELECT pg_advisory_xact_lock(?:_shared)?\(\$1::bigint\)::text$/.test(
    text,
  );

/**
 * Tells whether every request or every mutation runs the statement: for its principal, its audit events, and the
 * positions in the feed.
 */
const isOfAll = (text: string) =>
  /^WITH clock AS \( SELECT CASE WHEN abs\(|^INSERT INTO audit_event |^SELECT epoch, earlier_epochs |^SELECT pg_notify\(\$1, ''\)$/.test(
    text,
  );

describe("the operations by models alone", () => {
  let api: TestApi;
  let seen: string[] = [];
  const query: unknown = Reflect.get(pg.Client.prototype, "query");
  const observe = function (this: pg.Client, ...given: unknown[]): unknown {
    const [first] = given;
    const text = typeof first === "string" ? first : (first as { readonly text: string }).text;
    seen.push(text.replaceAll(/\s+/g, " ").trim());
    return Reflect.apply(query as (...all: unknown[]) => unknown, this, given);
  };
  beforeAll(async () => {
    api = await createTestApi({ TRUSTED_PROXIES: "loopback" });
    Object.assign(pg.Client.prototype, { query: observe });
  });
  afterAll(async () => {
    Object.assign(pg.Client.prototype, { query });
    await api.close();
  });

  /** Tells whether an operation answers its valid request only with models, and runs no other statement of its own. */
  const isAnsweredByModels = async (operationId: string): Promise<boolean> => {
    const { line, options = {} } = (await requestExamples[operationId]?.(api)) ?? expect.fail(operationId);
    const key = await api.makeKey("admin");
    seen = [];
    const { status } = await api.send(line, { key, ...options });
    expect(status).toBeLessThan(300);
    return seen.some(isOfModels) && seen.every((text) => isOfModels(text) || isLock(text) || isOfAll(text));
  };

  /** A background task may run a statement at the same time, so an operation with other statements is tried again. */
  const isByModels = async (operationId: string): Promise<boolean> => {
    for (let turn = 0; turn < 3; turn += 1) if (await isAnsweredByModels(operationId)) return true;
    return false;
  };

  it("are those in this list, so that new SQL in one of them needs a reason", async () => {
    const found: string[] = [];
    for (const { operationId } of listRoutes(contract)) if (await isByModels(operationId)) found.push(operationId);
    expect(found.filter((name) => byModels.includes(name) || !isUsual(name)).toSorted()).toEqual(byModels);
  });
});

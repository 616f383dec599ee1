import { z } from "zod";
import type { StoreCheck } from "./check.js";
import { createFaultList } from "./fault-list.js";
import { readRows } from "./read-rows.js";

/** The batches are small, because a body may have a thousand pets. */
const BATCH_ROWS = 50;

type Row = { readonly accountId: string; readonly key: string; readonly headers: unknown; readonly body: string };

const Headers = z.record(z.string(), z.string());

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const select = `SELECT account_id AS "accountId", idempotency_key AS key, headers, body FROM stored_outcome`;

const remedy = "delete the row; if the client repeats the request, it runs again";

export const outcomesCheck: StoreCheck = {
  name: "outcomes",
  verifies: "Every stored response to a request with an Idempotency-Key can be sent again.",
  run: async (query) => {
    const faults = createFaultList();
    const read = (sql: string) => query<Row>(sql, []);
    await readRows(read, { name: "outcomes", select, batchSize: BATCH_ROWS }, (rows) => {
      for (const { accountId, key, headers, body } of rows) {
        const example = `account ${accountId}, key ${JSON.stringify(key)}`;
        if (!isJson(body)) faults.add({ place: "stored_outcome.body", rule: "is not JSON", remedy }, example);
        if (Headers.safeParse(headers).success) continue;
        faults.add(
          { place: "stored_outcome.headers", rule: "is not an object whose values are all strings", remedy },
          example,
        );
      }
    });
    return faults.problems();
  },
};

import type { contract } from "@petstore/contract/routes";
import { checkRecentProof } from "../../credentials/recent-proof.js";
import type { Database } from "../../database/open-database.js";
import { queryOf } from "../../database/query.js";
import { streamRows } from "../../database/stream-rows.js";
import { transact } from "../../database/transact.js";
import { Prisma } from "../../generated/client.js";
import { audited } from "../../operation/audit-trail.js";
import type { Operation } from "../../operation/operation.js";
import type { Principal } from "../../operation/principal.js";
import { BodyStream } from "../../operation/body-stream.js";
import { orderColumns, type OrderRow, toOrder } from "../order-row.js";
import type { CustomerResource } from "./customer-resource.js";
import type { Db } from "../../database/prisma-client.js";

type Deps = { readonly database: Pick<Database, "pool" | "db"> };

/** Commits before the first byte is sent, so that every export is recorded. */
const noteExport = (db: Db, caller: Principal, id: number): Promise<unknown> =>
  transact(db, async (tx) => {
    const query = queryOf(tx);
    await checkRecentProof(query, caller);
    await audited(query, caller.actor, async (record) =>
      record({ action: "customer.export", subject: { kind: "customer", id }, before: null, after: { id } }),
    );
  });

export const exportCustomer =
  (
    { database: { pool, db } }: Deps,
    customers: CustomerResource,
  ): Operation<typeof contract.customers.exportCustomer> =>
  async (request, _flow, caller) => {
    if (caller === undefined) throw new TypeError("The gate admitted an export of a customer without a principal.");
    const customer = await customers.find(db, request);
    await noteExport(db, caller, customer.id);
    let separator = "";
    const linesOf = (rows: readonly OrderRow[]) =>
      rows
        .map((row) => {
          const line = `${separator}${JSON.stringify(toOrder(row))}`;
          separator = ",";
          return line;
        })
        .join("");
    const body = new BodyStream(async (write, signal) => {
      await streamRows<OrderRow>(pool, write, {
        signal,
        rows: Prisma.sql`SELECT ${orderColumns} FROM store_order WHERE customer_id = ${customer.id}::bigint ORDER BY id`,
        format: async () => ({ head: `{"customer":${JSON.stringify(customer)},"orders":[`, linesOf }),
        settings: [],
      });
      await write("]}");
    });
    const headers = {
      "Cache-Control": "private, no-store",
      "Content-Disposition": `attachment; filename="customer-${customer.id}.json"`,
    };
    return { status: 200, headers, body };
  };

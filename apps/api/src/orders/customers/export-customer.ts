import type { contract } from "@petstore/contract/routes";
import type { Database } from "../../database/open-database.js";
import { streamRows } from "../../database/stream-rows.js";
import { Prisma } from "../../generated/client.js";
import type { Operation } from "../../operation/operation.js";
import { TextStream } from "../../operation/text-stream.js";
import { orderColumns, type OrderRow, toOrder } from "../order-row.js";
import type { CustomerResource } from "./customer-resource.js";

type Deps = { readonly database: Pick<Database, "pool" | "db"> };

export const exportCustomer =
  (
    { database: { pool, db } }: Deps,
    customers: CustomerResource,
  ): Operation<typeof contract.customers.exportCustomer> =>
  async (request) => {
    const customer = await customers.find(db, request);
    let separator = "";
    const linesOf = (rows: readonly OrderRow[]) =>
      rows
        .map((row) => {
          const line = `${separator}${JSON.stringify(toOrder(row))}`;
          separator = ",";
          return line;
        })
        .join("");
    const body = new TextStream(async (write, signal) => {
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

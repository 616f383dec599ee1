import { Order, OrderStatus } from "@petstore/contract/routes";
import { type Command, Option } from "commander";
import { toOrder } from "../orders/order-row.js";
import { fieldsOf, jsonOption } from "./json-option.js";
import { limitUpTo } from "./parse-option.js";
import { print, remark, type Shell } from "./shell.js";
import { table } from "./table.js";
import { withStore } from "./with-store.js";
import { count, minute, plural } from "./words.js";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 10_000;

const head = ["ID", "PET", "STATUS", "PLACED", "CHANGED", "PRICE", "PAID", "REFERENCE"];

const cells = (order: Order): string[] => [
  String(order.id),
  String(order.petId),
  order.status,
  minute(new Date(order.createdAt)),
  minute(new Date(order.updatedAt)),
  order.price === null ? "" : `${order.price.amount} ${order.price.currency}`,
  order.payment === null ? "" : minute(new Date(order.payment.paidAt)),
  order.reference ?? "",
];

type ListOptions = { status?: OrderStatus; limit: number };

const listOrders = (shell: Shell, { status, limit }: ListOptions): Promise<void> =>
  withStore(shell, async ({ db }) => {
    const where = status === undefined ? {} : { status };
    const found = await db.order.findMany({ where, orderBy: { id: "desc" }, take: limit + 1 });
    const orders = found.slice(0, limit).map(toOrder);
    const none = `There are no ${status === undefined ? "" : `${status} `}orders.`;
    const text = orders.length > 0 ? table(head, orders.map(cells)) : none;
    await print(shell, { text, json: orders });
    if (found.length === orders.length) return;
    const newest = limit === 1 ? "This is the newest order" : `These are the newest ${plural(limit, "order")}`;
    await remark(shell, `${newest}; for more, use --limit with up to ${count(MAX_LIMIT)}.`);
  });

export const addOrders = (program: Command, shell: Shell): void => {
  const orders = program.command("orders").summary("list orders").description("Lists orders.");
  orders
    .command("list")
    .summary("list the newest orders")
    .description("Lists orders, newest first, with the ids of their pets. Times are UTC.")
    .addOption(new Option("--status <status>", "only orders with this status").choices(OrderStatus.options))
    .addOption(
      new Option("--limit <number>", `the most orders to list, up to ${count(MAX_LIMIT)}`)
        .argParser(limitUpTo(MAX_LIMIT))
        .default(DEFAULT_LIMIT),
    )
    .addOption(jsonOption(`a JSON array of objects: ${fieldsOf(Order)}`))
    .addHelpText(
      "after",
      "\nExamples:\n  petstore orders list --status placed\n  petstore orders list --limit 1000 --json",
    )
    .action((options: ListOptions) => listOrders(shell, options));
};

import { contract, MAX_PAGE_SIZE, type Today, todayLimits } from "@petstore/contract/routes";
import type { Lanes } from "../concurrency/lanes.js";
import { readKeysToCheck } from "../credentials/api-keys/keys-to-check.js";
import { type BodyOf, createReads } from "../credentials/ask-operations.js";
import type { Database } from "../database/open-database.js";
import type { Operation } from "../operation/operation.js";
import { DAY_MS } from "./local-days.js";

const { inventory, statistics, pets, orders, actions, history, apiKeys, webhooks } = contract;

/** The operations whose responses are parts of this response. */
type Operations = {
  readonly inventory: { readonly getInventory: Operation<typeof inventory.getInventory> };
  readonly statistics: { readonly getStatistics: Operation<typeof statistics.getStatistics> };
  readonly pets: { readonly listPets: Operation<typeof pets.listPets> };
  readonly orders: { readonly listOrders: Operation<typeof orders.listOrders> };
  readonly actions: { readonly listActions: Operation<typeof actions.listActions> };
  readonly history: { readonly listHistory: Operation<typeof history.listHistory> };
  readonly webhooks: { readonly listWebhookEndpoints: Operation<typeof webhooks.listWebhookEndpoints> };
};

type Deps = { readonly database: Database; readonly lanes: Lanes; readonly clock: () => Date };

type OrderPage = { readonly body: BodyOf<typeof orders.listOrders>; readonly hasMore: boolean };

const counted = ({ body, hasMore }: OrderPage) => ({ count: body.length, hasMore });

const openOrders = (placed: OrderPage, approved: OrderPage): Today["orders"] => {
  const all = [...placed.body, ...approved.body].toSorted((a, b) => a.id - b.id);
  return { placed: counted(placed), approved: counted(approved), oldest: all.slice(0, todayLimits.orders) };
};

const leftOutRows = ({ after }: NonNullable<Today["imports"]>[number]) => Number(after?.["leftCount"]) > 0;

export const getToday =
  ({ database, lanes, clock }: Deps, operations: Operations): Operation<typeof contract.today.getToday> =>
  async ({ query: { timeZone } }, flow, reader) => {
    const { run, ask, ifMay } = createReads(lanes, flow, reader);
    const { listOrders } = operations.orders;
    const open = { limit: MAX_PAGE_SIZE, expand: ["pet" as const, "customer" as const], sort: "id" as const };
    const now = clock();
    const createdFrom = new Date(now.getTime() - todayLimits.importDays * DAY_MS).toISOString();
    const [stock, numbers, added, placed, approved, done, imports, keys, endpoints] = await Promise.all([
      ask(inventory.getInventory, operations.inventory.getInventory, {}),
      ask(statistics.getStatistics, operations.statistics.getStatistics, { days: todayLimits.days, timeZone }),
      ask(pets.listPets, operations.pets.listPets, { sort: "-id", limit: todayLimits.added, expand: ["profile"] }),
      ask(orders.listOrders, listOrders, { ...open, status: "placed" }),
      ask(orders.listOrders, listOrders, { ...open, status: "approved" }),
      ifMay(actions.listActions, () =>
        ask(actions.listActions, operations.actions.listActions, { limit: todayLimits.actions }),
      ),
      ifMay(pets.importPets, () =>
        ask(history.listHistory, operations.history.listHistory, {
          action: "catalogue.import",
          createdFrom,
          limit: todayLimits.imports,
        }),
      ),
      ifMay(apiKeys.listApiKeys, () => run(apiKeys.listApiKeys, () => readKeysToCheck(database.pool, now))),
      ifMay(webhooks.listWebhookEndpoints, () =>
        ask(webhooks.listWebhookEndpoints, operations.webhooks.listWebhookEndpoints, { limit: MAX_PAGE_SIZE }),
      ),
    ]);
    const body: Today = {
      inventory: stock.body,
      statistics: numbers.body,
      added: added.body,
      orders: openOrders(placed, approved),
      actions: done?.body,
      imports: imports?.body.filter(leftOutRows),
      apiKeys: keys,
      webhookEndpoints: endpoints?.body
        .filter(({ status, statusReason }) => status !== "active" && statusReason !== "request")
        .map(({ id, url, description, statusSince }) => ({ id, url, description, statusSince })),
    };
    return { status: 200, body };
  };

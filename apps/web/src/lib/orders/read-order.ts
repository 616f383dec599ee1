import type { Order } from "@petstore/contract/client";
import { ask } from "../service/api";

export const readOrder = async (orderId: number, signal?: AbortSignal): Promise<Order> =>
  (
    await ask(
      (api, options) => api.orders.getOrder({ params: { orderId }, ...options }),
      signal === undefined ? {} : { signal },
    )
  ).body;

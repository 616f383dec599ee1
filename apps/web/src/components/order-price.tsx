import type { Order } from "@petstore/contract/client";
import { formatMoney } from "../lib/store/money";
import { sale } from "../texts/sale";
import { Data } from "./data";

/** The price of an order, and whether it was paid. */
export const OrderPrice = ({ order: { price, payment } }: { readonly order: Order }) =>
  price === null ? (
    <span className="sr-only">{sale.noPrice}</span>
  ) : (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 text-sm">
      <Data className="font-medium tabular-nums">{formatMoney(price.amount, price.currency)}</Data>
      <span className="text-muted">{payment === null ? sale.open : sale.paid}</span>
    </span>
  );

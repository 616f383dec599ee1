import type { Order } from "@petstore/contract/client";
import type { ReactNode } from "react";
import { t } from "../texts";
import { Badge, statusTones } from "./badge";
import { DataLine, Moment } from "./data";

type OrderRowProps = {
  readonly order: Order;
  /** The number of the order, as a link. */
  readonly children: ReactNode;
};

/** An order in the list of a drawer. */
export const OrderRow = ({ order, children }: OrderRowProps) => (
  <li className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5 text-sm last:border-b-0">
    {children}
    <span className="flex min-w-0 flex-1 basis-20 text-muted">
      {order.reference !== null && <DataLine>{order.reference}</DataLine>}
    </span>
    <Badge tone={statusTones[order.status]}>{t.common.orderStatus[order.status]}</Badge>
    <span className="text-muted">
      <Moment at={order.createdAt} />
    </span>
  </li>
);

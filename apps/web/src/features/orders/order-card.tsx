import type { ExpandedOrder } from "@petstore/contract/client";
import { Badge, statusTones } from "../../components/badge";
import { Moment } from "../../components/data";
import { OrderPrice } from "../../components/order-price";
import { t } from "../../texts";
import { isOpen, OrderActions, OrderAnimal, OrderBuyer, OrderFace, OrderNumber } from "./order-parts";
import type { ShownPets } from "./queries";

type OrderCardProps = {
  readonly order: ExpandedOrder;
  readonly pets: ShownPets;
  /** True if the card must show the status, because the list around it does not. */
  readonly hasStatus?: boolean;
};

/** A card of one order, for the board and for the list on the phone. */
export const OrderCard = ({ order, pets, hasStatus = false }: OrderCardProps) => {
  const hasFooter = order.price !== null || isOpen(order);
  return (
    <li
      data-row={order.id}
      className="flex min-h-22 flex-col justify-between gap-1 rounded-lg border border-line bg-surface px-3 py-2"
    >
      <div className="flex items-start gap-3">
        <OrderFace order={order} pets={pets} isLarge />
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="flex flex-wrap items-center gap-x-2">
            <OrderNumber id={order.id} />
            <OrderBuyer order={order} />
            <span className="ml-auto shrink-0 text-sm text-muted">
              <Moment at={order.createdAt} />
            </span>
          </div>
          <div className="flex flex-wrap items-start justify-between gap-x-2">
            <OrderAnimal order={order} pets={pets} />
            {hasStatus && <Badge tone={statusTones[order.status]}>{t.common.orderStatus[order.status]}</Badge>}
          </div>
        </div>
      </div>
      {hasFooter && (
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-2 pointer-coarse:min-h-11">
          <OrderPrice order={order} />
          {isOpen(order) && (
            <span className="ml-auto">
              <OrderActions order={order} pets={pets} />
            </span>
          )}
        </div>
      )}
    </li>
  );
};

/** A line of a finished order, for the board. */
export const OrderLine = ({ order, pets }: Omit<OrderCardProps, "hasStatus">) => (
  <li data-row={order.id} className="flex min-h-16 items-center gap-3 border-b border-line px-3 py-1.5 last:border-b-0">
    <OrderFace order={order} pets={pets} />
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="flex items-center gap-2">
        <OrderNumber id={order.id} />
        <OrderBuyer order={order} />
        <span className="ml-auto shrink-0 text-sm text-muted">
          <Moment at={order.updatedAt} />
        </span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <OrderAnimal order={order} pets={pets} />
        <OrderPrice order={order} />
      </div>
    </div>
  </li>
);

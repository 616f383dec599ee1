import type { Order } from "@petstore/contract/client";
import { Link } from "@tanstack/react-router";
import type { UseQueryResult } from "@tanstack/react-query";
import { OrderRow } from "../../../components/order-row";
import { LoadError, SkeletonRows } from "../../../components/states";
import { newOrder } from "../../../lib/orders/new-order";
import { t } from "../../../texts";
import { DrawerSection } from "../../../components/drawer-section";

const texts = t.petDrawer;

type PetOrdersProps = {
  readonly petId: number;
  readonly orders: UseQueryResult<readonly Order[]>;
  readonly canOrder: boolean;
};

const linkClass = "text-sm font-medium text-accent underline-offset-2 hover:underline";

/** The animal's latest orders. */
export const PetOrders = ({ petId, orders, canOrder }: PetOrdersProps) => (
  <DrawerSection
    title={texts.orders}
    links={
      <>
        {canOrder && (
          <button type="button" onClick={() => newOrder.set({ petId })} className={`min-h-6 ${linkClass}`}>
            {texts.newOrder}
          </button>
        )}
        {orders.data !== undefined && orders.data.length > 0 && (
          <Link to="/orders" search={{ petId }} className={linkClass}>
            {texts.allOrders}
          </Link>
        )}
      </>
    }
  >
    <LoadError query={orders} isInline />
    {orders.data === undefined && orders.error === null && <SkeletonRows count={1} className="h-10" />}
    {orders.data?.length === 0 && <p className="text-sm text-muted">{texts.noOrders}</p>}
    {orders.data !== undefined && orders.data.length > 0 && (
      <ul>
        {orders.data.map((order) => (
          <OrderRow key={order.id} order={order}>
            <Link
              to="/orders"
              search={{ open: order.id }}
              className="font-medium tabular-nums underline-offset-2 hover:underline"
            >
              {texts.orderNumber(order.id)}
            </Link>
          </OrderRow>
        ))}
      </ul>
    )}
  </DrawerSection>
);

import type { ExpandedOrder } from "@petstore/contract/client";
import { Link } from "@tanstack/react-router";
import { ArrowRight, Contact } from "lucide-react";
import { Badge, statusTones } from "../../components/badge";
import { Button, buttonClass } from "../../components/button";
import { DataLine, Moment } from "../../components/data";
import { t } from "../../texts";
import { PetLink, TodoRow } from "./todo-parts";

const texts = t.today.orders;

type OrderRowProps = {
  readonly order: ExpandedOrder;
  readonly isBusy: boolean;
  readonly onApprove: (id: number) => void;
};

/** Shows an order with its next step. */
export const OrderRow = ({ order, isBusy, onApprove }: OrderRowProps) => (
  <TodoRow
    action={
      order.status === "placed" ? (
        <Button isBusy={isBusy} aria-label={texts.approveOf(order.id)} onClick={() => onApprove(order.id)}>
          {texts.approve}
        </Button>
      ) : (
        <Link
          to="/orders"
          search={{ status: "approved", sort: "id" }}
          aria-label={texts.deliverOf(order.id)}
          className={buttonClass()}
        >
          {texts.deliver}
          <ArrowRight aria-hidden size={16} />
        </Link>
      )
    }
  >
    <Link
      data-row-main
      to="/orders"
      search={{ open: order.id }}
      className="inline-flex min-h-6 items-center whitespace-nowrap underline-offset-2 hover:underline pointer-coarse:min-h-11"
    >
      {texts.order(order.id)}
    </Link>
    <Badge tone={statusTones[order.status]}>{t.common.orderStatus[order.status]}</Badge>
    <PetLink id={order.petId} name={order.pet?.name ?? String(order.petId)} />
    {order.customer && (
      <Link
        to="/customers"
        search={{ open: order.customer.id }}
        className="inline-flex min-h-6 max-w-full min-w-0 items-center gap-1 underline-offset-2 hover:underline pointer-coarse:min-h-11"
      >
        <Contact aria-hidden size={14} className="shrink-0 text-muted" />
        <DataLine>{order.customer.name}</DataLine>
      </Link>
    )}
    {order.reference !== null && <DataLine className="max-w-full text-muted">{order.reference}</DataLine>}
    <span className="text-muted">
      <Moment at={order.createdAt} />
    </span>
  </TodoRow>
);

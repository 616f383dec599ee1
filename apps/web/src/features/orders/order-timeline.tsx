import type { AuditEvent, Order } from "@petstore/contract/client";
import { OrderStatus } from "@petstore/contract/schemas";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { withAddress } from "../../components/actor-address";
import { DataLine, Moment } from "../../components/data";
import { DrawerSection } from "../../components/drawer-section";
import { LoadError, SkeletonRows } from "../../components/states";
import { t } from "../../texts";
import { stepsQuery } from "./queries";

const texts = t.orders.drawer;

/** Says which status the order got, or that its customer or note changed. */
const stepOf = ({ before, after }: Pick<AuditEvent, "before" | "after">): string => {
  const { data } = OrderStatus.safeParse(after?.["status"]);
  return data === undefined || data === before?.["status"] ? texts.changedOrder : t.common.orderStatus[data];
};

/** Shows each step of an order, who did it, and when. */
export const OrderTimeline = ({ order }: { readonly order: Order }) => {
  const query = useQuery(stepsQuery(order));
  return (
    <DrawerSection
      title={texts.steps}
      links={
        <Link
          to="/history"
          search={{ subject: `order:${order.id}` }}
          className="text-sm font-medium text-accent underline-offset-2 hover:underline"
        >
          {texts.history}
        </Link>
      }
    >
      <LoadError query={query} isInline />
      {query.data === undefined && query.error === null && <SkeletonRows count={2} className="h-10" />}
      <ol>
        {query.data?.map((event) => (
          <li
            key={event.id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2 text-sm last:border-b-0"
          >
            <span className="font-medium">{stepOf(event)}</span>
            <span className="flex min-w-0 items-baseline gap-2 text-muted">
              {withAddress(event.actor, <DataLine className="block max-w-40">{event.actor.name}</DataLine>)}
              <Moment at={event.at} />
            </span>
          </li>
        ))}
      </ol>
    </DrawerSection>
  );
};

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

type Change = Pick<AuditEvent, "before" | "after">;

const changes = ({ before, after }: Change, name: string): boolean =>
  JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null);

/** Says which status the order got, or what else of it changed. */
const stepOf = (event: Change): string => {
  const { data } = OrderStatus.safeParse(event.after?.["status"]);
  if (data !== undefined && changes(event, "status")) return t.common.orderStatus[data];
  if (changes(event, "payment") && (event.after?.["payment"] ?? null) !== null) return texts.paid;
  return changes(event, "payment") || changes(event, "price") ? texts.changedPrice : texts.changedOrder;
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

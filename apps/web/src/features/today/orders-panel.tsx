import type { Order, Pet } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowRight, CircleCheck, PawPrint } from "lucide-react";
import { Badge, statusTones } from "../../components/badge";
import { Button, buttonClass } from "../../components/button";
import { DataLine, Moment } from "../../components/data";
import { EmptyState, LoadError, Skeleton } from "../../components/states";
import { formatNumber } from "../../lib/format";
import { useHasRole } from "../../lib/roles";
import { useRowFocus } from "../../lib/row-focus";
import { t } from "../../texts";
import { Calm, Panel, panelLink } from "./panel";
import { inventoryQuery, type OpenOrders, openOrdersQuery, orderedPetsQuery, SHOWN_ORDERS } from "./queries";
import { useApprove } from "./use-approve";

const texts = t.today.orders;

const Begin = () => {
  const isManager = useHasRole("manager");
  return (
    <EmptyState
      icon={<PawPrint aria-hidden />}
      title={t.today.empty.title}
      detail={isManager ? t.today.empty.detail : t.today.empty.detailClerk}
      action={
        <>
          <Link to="/animals" search={{ new: true }} className={buttonClass("primary")}>
            {t.today.addAnimal}
          </Link>
          {isManager && (
            <Link to="/import" className={buttonClass()}>
              {t.today.importFile}
            </Link>
          )}
        </>
      }
    />
  );
};

const Animal = ({ order, pets }: { readonly order: Order; readonly pets: ReadonlyMap<number, Pet> | undefined }) => (
  <Link
    to="/animals"
    search={{ open: order.petId }}
    className="inline-flex min-h-6 min-w-0 max-w-full items-center gap-1.5 underline-offset-2 hover:underline pointer-coarse:min-h-11"
  >
    {pets === undefined ? (
      <Skeleton className="h-4 w-20" />
    ) : (
      <DataLine className="font-medium">{pets.get(order.petId)?.name ?? String(order.petId)}</DataLine>
    )}
    <span className="sr-only">{texts.animal(order.petId)}</span>
  </Link>
);

type RowProps = {
  readonly order: Order;
  readonly pets: ReadonlyMap<number, Pet> | undefined;
  readonly isBusy: boolean;
  readonly onApprove: (id: number) => void;
};

const Row = ({ order, pets, isBusy, onApprove }: RowProps) => (
  <li data-row className="flex min-h-11 items-center gap-3 border-b border-line py-1 text-sm last:border-b-0">
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
      <span className="flex w-44 items-center gap-2">
        <Link
          data-row-main
          to="/orders"
          search={{ open: order.id }}
          className="inline-flex min-h-6 w-20 shrink-0 items-center whitespace-nowrap underline-offset-2 hover:underline pointer-coarse:min-h-11"
        >
          {texts.order(order.id)}
        </Link>
        <Badge tone={statusTones[order.status]}>{t.common.orderStatus[order.status]}</Badge>
      </span>
      <span className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-x-2">
        <Animal order={order} pets={pets} />
        {order.reference !== undefined && <DataLine className="max-w-full text-muted">{order.reference}</DataLine>}
      </span>
      <span className="text-muted">
        <Moment at={order.createdAt} />
      </span>
    </div>
    <span className="flex w-24 shrink-0 justify-end">
      {order.status === "placed" ? (
        <Button
          isBusy={isBusy}
          aria-label={texts.approveOf(order.id)}
          onClick={() => onApprove(order.id)}
          className="w-full"
        >
          {texts.approve}
        </Button>
      ) : (
        <Link
          to="/orders"
          search={{ status: "approved", sort: "id" }}
          aria-label={texts.deliverOf(order.id)}
          className={`${buttonClass("quiet")} w-full`}
        >
          {texts.deliver}
          <ArrowRight aria-hidden size={16} />
        </Link>
      )}
    </span>
  </li>
);

const countText = ({ count, hasMore }: OpenOrders["placed"]) => (hasMore ? texts.atLeast(count) : formatNumber(count));

const Counts = ({ placed, approved }: OpenOrders) => (
  <p className="flex flex-wrap gap-x-4 text-sm" aria-live="polite">
    <Link to="/orders" search={{ status: "placed", sort: "id" }} className={panelLink}>
      {texts.placed(countText(placed))}
    </Link>
    <Link to="/orders" search={{ status: "approved", sort: "id" }} className={panelLink}>
      {texts.approved(countText(approved))}
    </Link>
    <Link to="/orders" className={panelLink}>
      {texts.all}
    </Link>
  </p>
);

const Rows = ({ oldest }: OpenOrders) => {
  const pets = useQuery(orderedPetsQuery([...new Set(oldest.map(({ petId }) => petId))]));
  const { approve, isSent } = useApprove();
  const list = useRowFocus({ next: texts.next, previous: texts.previous });
  return (
    <>
      <LoadError query={pets} isInline />
      <ul ref={list} tabIndex={-1} className="flex flex-col outline-none">
        {oldest.map((order) => (
          <Row
            key={order.id}
            order={order}
            pets={pets.data ?? (pets.isError ? new Map() : undefined)}
            isBusy={isSent(order.id)}
            onApprove={approve}
          />
        ))}
      </ul>
    </>
  );
};

/** What waits the longest, with the next step of it; in an empty store, how to begin. */
export const OrdersPanel = ({ className }: { readonly className?: string }) => {
  const query = useQuery(openOrdersQuery);
  const { data: inventory } = useQuery(inventoryQuery);
  const isEmptyStore = inventory !== undefined && Object.values(inventory.byStatus).every((count) => count === 0);
  return (
    <Panel
      title={texts.title}
      link={query.data && query.data.oldest.length > 0 && <Counts {...query.data} />}
      query={query}
      rows={SHOWN_ORDERS}
      {...(className !== undefined && { className })}
    >
      {(orders) => {
        if (orders.oldest.length > 0) return <Rows {...orders} />;
        return isEmptyStore ? (
          <Begin />
        ) : (
          <Calm icon={<CircleCheck aria-hidden />} title={texts.none} detail={texts.noneDetail} />
        );
      }}
    </Panel>
  );
};

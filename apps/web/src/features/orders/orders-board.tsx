import type { ExpandedOrder, OrderStatus } from "@petstore/contract/client";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../../components/button";
import { EmptyState, LoadError, SkeletonRows } from "../../components/states";
import { sumOf } from "../../lib/orders/price";
import { formatMoney } from "../../lib/store/money";
import { formatNumber } from "../../lib/text/format";
import { useRowFocus } from "../../lib/page/row-focus";
import { t } from "../../texts";
import { sale } from "../../texts/sale";
import { OrderCard, OrderLine } from "./order-card";
import { columnQuery, latestQuery, type ShownPets, petsQuery, shownPets } from "./queries";

type ColumnProps = {
  readonly status: OrderStatus;
  readonly orders: readonly ExpandedOrder[] | undefined;
  readonly hasMore: boolean;
  readonly order: string;
  readonly empty: string;
  readonly children: ReactNode;
};

const Column = ({ status, orders, hasMore, order, empty, children }: ColumnProps) => {
  const name = t.common.orderStatus[status];
  const sum = sumOf(orders ?? []);
  return (
    <section aria-labelledby={`column-${status}`} className="flex min-w-0 flex-col gap-2 rounded-xl bg-sunken p-2">
      <div className="flex min-h-9 items-center gap-2 px-1">
        <h2 id={`column-${status}`} className="text-base font-semibold">
          {name}
        </h2>
        <span aria-live="polite" className="text-sm text-muted tabular-nums">
          {orders !== undefined && (
            <>
              <span aria-hidden>{t.orders.countShort(formatNumber(orders.length), hasMore)}</span>
              <span className="sr-only">{t.orders.count(orders.length, hasMore)}</span>
            </>
          )}
        </span>
        {sum === undefined ? (
          <span className="text-sm text-muted">{order}</span>
        ) : (
          <span className="text-sm text-muted tabular-nums">
            <span aria-hidden>{t.orders.countShort(formatMoney(sum.amount, sum.currency), hasMore)}</span>
            <span className="sr-only">{sale.sum(formatMoney(sum.amount, sum.currency))}</span>
          </span>
        )}
        <Link
          to="/orders"
          search={{ status }}
          aria-label={t.orders.seeAllOf(name)}
          className="ml-auto inline-flex min-h-6 items-center text-sm text-accent underline-offset-2 hover:underline pointer-coarse:min-h-11"
        >
          {t.orders.seeAll}
        </Link>
      </div>
      {orders?.length === 0 ? <p className="px-1 pb-2 text-sm text-muted">{empty}</p> : children}
    </section>
  );
};

type OpenProps = {
  readonly status: "placed" | "approved";
  readonly pets: ShownPets;
  readonly empty: string;
};

const OpenColumn = ({ status, pets, empty }: OpenProps) => {
  const column = useInfiniteQuery(columnQuery(status));
  const orders = column.data?.pages.flatMap((page) => page.rows);
  return (
    <Column status={status} orders={orders} hasMore={column.hasNextPage} order={t.orders.oldestFirst} empty={empty}>
      {orders === undefined ? (
        <SkeletonRows count={4} className="h-22" />
      ) : (
        <ul className="flex flex-col gap-2">
          {orders.map((order) => (
            <OrderCard key={order.id} order={order} pets={pets} />
          ))}
        </ul>
      )}
      {column.hasNextPage && (
        <Button isBusy={column.isFetchingNextPage} onClick={() => void column.fetchNextPage()}>
          {t.orders.showMore}
        </Button>
      )}
    </Column>
  );
};

type DoneProps = {
  readonly status: "delivered" | "cancelled";
  readonly pets: ShownPets;
  readonly empty: string;
};

const DoneColumn = ({ status, pets, empty }: DoneProps) => {
  const { data } = useQuery(latestQuery(status));
  return (
    <Column
      status={status}
      orders={data?.rows}
      hasMore={data?.cursors.next !== undefined}
      order={t.orders.newestFirst}
      empty={empty}
    >
      {data === undefined ? (
        <SkeletonRows count={3} className="h-16" />
      ) : (
        <ul className="flex flex-col rounded-lg border border-line bg-surface">
          {data.rows.map((order) => (
            <OrderLine key={order.id} order={order} pets={pets} />
          ))}
        </ul>
      )}
    </Column>
  );
};

/** Runs all queries of the board. Its columns share one request for their animals. */
const useBoard = () => {
  const open = [useInfiniteQuery(columnQuery("placed")), useInfiniteQuery(columnQuery("approved"))];
  const done = [useQuery(latestQuery("delivered")), useQuery(latestQuery("cancelled"))];
  const orders = [
    ...open.flatMap(({ data }) => data?.pages.flatMap((page) => page.rows) ?? []),
    ...done.flatMap(({ data }) => data?.rows ?? []),
  ];
  const all = [...open, ...done];
  const failed = all.filter(({ error }) => error !== null);
  return {
    orders,
    pets: useQuery(petsQuery(orders.map(({ petId }) => petId))),
    isLoaded: all.every(({ data }) => data !== undefined),
    // The error of a column that shows nothing is more important than the error of a column that could not be
    // refreshed.
    failed: failed.find(({ data }) => data === undefined) ?? failed[0],
    refetch: () => all.forEach(({ refetch }) => void refetch()),
  };
};

/**
 * Shows a column for each open status, and the latest finished orders. On the phone the columns are below each other.
 */
export const OrdersBoard = ({ newOrder }: { readonly newOrder: ReactNode }) => {
  const { orders, pets: petsOfBoard, isLoaded, failed, refetch } = useBoard();
  const pets = shownPets(petsOfBoard);
  const focusRef = useRowFocus({ next: t.orders.nextRow, previous: t.orders.previousRow });
  if (failed?.data === undefined && failed !== undefined) return <LoadError query={{ ...failed, refetch }} />;
  if (isLoaded && orders.length === 0) {
    return <EmptyState title={t.orders.emptyTitle} detail={t.orders.empty} action={newOrder} />;
  }
  return (
    <>
      {failed !== undefined && <LoadError query={{ ...failed, refetch }} />}
      <LoadError query={petsOfBoard} isInline />
      <div ref={focusRef} tabIndex={-1} className="grid items-start gap-3 outline-none lg:grid-cols-2 xl:grid-cols-3">
        <OpenColumn status="placed" pets={pets} empty={t.orders.nothingPlaced} />
        <OpenColumn status="approved" pets={pets} empty={t.orders.nothingApproved} />
        <div className="grid min-w-0 items-start gap-3 lg:col-span-2 lg:grid-cols-2 xl:col-span-1 xl:grid-cols-1">
          <DoneColumn status="delivered" pets={pets} empty={t.orders.nothingDelivered} />
          <DoneColumn status="cancelled" pets={pets} empty={t.orders.nothingCancelled} />
        </div>
      </div>
    </>
  );
};

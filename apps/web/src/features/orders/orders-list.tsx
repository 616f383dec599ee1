import type { ExpandedOrder } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Badge, statusTones } from "../../components/badge";
import { Moment } from "../../components/data";
import { NoMatch } from "../../components/filters/no-match";
import { Pager } from "../../components/pager";
import { EmptyState, LoadError, SkeletonRows } from "../../components/states";
import { OrderPrice } from "../../components/order-price";
import { useRowFocus } from "../../lib/page/row-focus";
import { usePage } from "../../lib/service/use-paging";
import { t } from "../../texts";
import { sale } from "../../texts/sale";
import { orderFilterWords } from "./orders-toolbar";
import { OrderCard } from "./order-card";
import { OrderActions, OrderAnimal, OrderCustomer, OrderFace, OrderNumber, OrderReference } from "./order-parts";
import { ordersQuery, type ShownPets, petsQuery, shownPets } from "./queries";
import { isFiltered, type OrderSearch } from "./search";

const gridClass = "grid items-center gap-3 px-3";
const grids = {
  plain: `${gridClass} grid-cols-[5rem_minmax(0,1.25fr)_minmax(0,1fr)_7rem_6.5rem_7rem_11.5rem]`,
  withReference: `${gridClass} grid-cols-[5rem_minmax(0,1.25fr)_minmax(0,1fr)_minmax(0,0.75fr)_7rem_6.5rem_7rem_11.5rem]`,
};

type RowProps = { readonly order: ExpandedOrder; readonly pets: ShownPets; readonly hasReference: boolean };

const Row = ({ order, pets, hasReference }: RowProps) => (
  <li
    data-row={order.id}
    className={`${grids[hasReference ? "withReference" : "plain"]} min-h-12 border-b border-line last:border-b-0`}
  >
    <OrderNumber id={order.id} />
    <span className="flex min-w-0 items-center gap-2">
      <OrderFace order={order} pets={pets} />
      <OrderAnimal order={order} pets={pets} />
    </span>
    {/* The cell keeps its place in the grid even if its text is for screen readers only. */}
    <span className="min-w-0">
      <OrderCustomer order={order} />
    </span>
    {hasReference && <OrderReference order={order} />}
    <span className="min-w-0">
      <OrderPrice order={order} />
    </span>
    <span>
      <Badge tone={statusTones[order.status]}>{t.common.orderStatus[order.status]}</Badge>
    </span>
    <span className="text-sm text-muted">
      <Moment at={order.createdAt} />
    </span>
    <span className="flex justify-end">
      <OrderActions order={order} pets={pets} />
    </span>
  </li>
);

const { columns } = t.orders;

const Rows = ({ orders, pets }: { readonly orders: readonly ExpandedOrder[]; readonly pets: ShownPets }) => {
  const hasReference = orders.some(({ reference }) => reference !== null);
  const reference = hasReference ? [columns.reference] : [];
  return (
    <div data-grid className="rounded-xl border border-line bg-surface">
      <div
        aria-hidden
        className={`${grids[hasReference ? "withReference" : "plain"]} border-b border-line py-2 text-sm font-medium text-muted`}
      >
        {[
          columns.order,
          columns.animal,
          columns.customer,
          ...reference,
          sale.price,
          columns.status,
          columns.placed,
        ].map((title) => (
          <span key={title}>{title}</span>
        ))}
      </div>
      <ul>
        {orders.map((order) => (
          <Row key={order.id} order={order} pets={pets} hasReference={hasReference} />
        ))}
      </ul>
    </div>
  );
};

type OrdersListProps = { readonly search: OrderSearch; readonly isWide: boolean; readonly newOrder: ReactNode };

const Nothing = ({ search, newOrder }: Omit<OrdersListProps, "isWide">) => {
  const navigate = useNavigate();
  const go = (next: OrderSearch) => void navigate({ to: "/orders", search: next });
  if (!isFiltered(search) && search.cursor === undefined) {
    return <EmptyState title={t.orders.emptyTitle} detail={t.orders.empty} action={newOrder} />;
  }
  return (
    <NoMatch
      title={t.orders.noMatchTitle}
      filters={orderFilterWords(search, go)}
      onClear={() => go({ sort: search.sort, view: "list" })}
    />
  );
};

/** Lists orders in pages, by the filters in the address. */
export const OrdersList = ({ search, isWide, newOrder }: OrdersListProps) => {
  const navigate = useNavigate();
  const { query: page, pager } = usePage(ordersQuery(search), search.cursor, (next) => {
    void navigate({ to: "/orders", search: { ...search, cursor: next } });
  });
  const orders = page.data?.rows;
  const pets = useQuery(petsQuery((orders ?? []).map(({ petId }) => petId)));
  const focusRef = useRowFocus({ next: t.orders.nextRow, previous: t.orders.previousRow });

  if (orders === undefined) {
    if (page.error !== null) return <LoadError query={page} />;
    return <SkeletonRows count={10} className={isWide ? "h-12" : "h-22"} />;
  }
  if (orders.length === 0) return <Nothing search={search} newOrder={newOrder} />;
  return (
    <>
      <LoadError query={page} />
      <LoadError query={pets} isInline />
      <div ref={focusRef} tabIndex={-1} className="outline-none" aria-busy={page.isPlaceholderData}>
        {isWide ? (
          <Rows orders={orders} pets={shownPets(pets)} />
        ) : (
          <ul className="flex flex-col gap-2">
            {orders.map((order) => (
              <OrderCard key={order.id} order={order} pets={shownPets(pets)} hasStatus />
            ))}
          </ul>
        )}
      </div>
      {pager.hasPrevious || pager.hasNext ? (
        <Pager {...pager} summary={t.orders.count(orders.length, pager.hasNext)} />
      ) : (
        <p aria-live="polite" className="text-sm text-muted">
          {t.orders.count(orders.length, false)}
        </p>
      )}
    </>
  );
};

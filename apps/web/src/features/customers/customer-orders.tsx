import type { ExpandedPet, Order } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Badge, statusTones } from "../../components/badge";
import { Data, DataLine, Moment } from "../../components/data";
import { DrawerSection } from "../../components/drawer-section";
import { PetFace } from "../../components/photo-image";
import { OrderPrice } from "../../components/order-price";
import { LoadError, Skeleton, SkeletonRows } from "../../components/states";
import { newOrder } from "../../lib/orders/new-order";
import { t } from "../../texts";
import { customerPage } from "../../texts/customer-page";
import { customerOrdersQuery, orderedPetsQuery } from "./queries";

const linkClass =
  "inline-flex min-h-6 items-center text-sm font-medium text-accent underline-offset-2 hover:underline pointer-coarse:min-h-11";
const rowLink = "flex min-h-6 min-w-0 items-center underline-offset-2 hover:underline pointer-coarse:min-h-11";

type RowProps = {
  readonly order: Order;
  /** Undefined while the animal is loading; `unknown` if it could not be loaded. */
  readonly pet: ExpandedPet | "deleted" | "unknown" | undefined;
};

const Animal = ({ order: { petId }, pet }: RowProps) => {
  if (pet === undefined) return <Skeleton className="h-4 w-24" />;
  if (pet === "deleted") return <span className="text-muted">{t.orders.deletedAnimal(petId)}</span>;
  return (
    <Link to="/animals" search={{ open: petId }} className={`${rowLink} font-medium`}>
      {pet === "unknown" ? t.orders.animalNumber(petId) : <DataLine>{pet.name}</DataLine>}
    </Link>
  );
};

const OrderRow = ({ order, pet }: RowProps) => (
  <li className="flex items-center gap-3 border-b border-line py-1.5 text-sm last:border-b-0">
    <PetFace photo={typeof pet === "object" ? pet.profile?.photos[0] : undefined} />
    <span className="flex min-w-0 flex-1 flex-col">
      <Animal order={order} pet={pet} />
      <span className="flex min-w-0 items-center gap-2 text-muted">
        <Link
          to="/orders"
          search={{ open: order.id }}
          aria-label={t.orders.openOf(order.id)}
          className={`${rowLink} shrink-0`}
        >
          <Data className="tabular-nums">{t.orders.number(order.id)}</Data>
        </Link>
        {order.reference !== null && <DataLine className="min-w-0">{order.reference}</DataLine>}
      </span>
    </span>
    <span className="flex shrink-0 flex-col items-end gap-0.5">
      <OrderPrice order={order} />
      <Badge tone={statusTones[order.status]}>{t.common.orderStatus[order.status]}</Badge>
      <span className="text-muted">
        <Moment at={order.createdAt} />
      </span>
    </span>
  </li>
);

/** The latest orders of a customer with their animals. */
export const CustomerOrders = ({ id }: { readonly id: number }) => {
  const query = useQuery(customerOrdersQuery(id));
  const orders = query.data?.rows;
  const pets = useQuery(orderedPetsQuery((orders ?? []).map(({ petId }) => petId)));
  const missing =
    pets.data !== undefined && !pets.isPlaceholderData ? "deleted" : pets.error === null ? undefined : "unknown";
  const petOf = (petId: number) => pets.data?.get(petId) ?? missing;
  return (
    <DrawerSection
      title={t.orders.title}
      links={
        <>
          <button type="button" onClick={() => newOrder.set({ customerId: id })} className={linkClass}>
            {t.orders.create.action}
          </button>
          {orders !== undefined && orders.length > 0 && (
            <Link to="/orders" search={{ customerId: id }} className={linkClass}>
              {customerPage.allOrders}
            </Link>
          )}
        </>
      }
    >
      <LoadError query={query} isInline />
      <LoadError query={pets} isInline />
      {orders === undefined && query.error === null && <SkeletonRows count={2} className="h-12" />}
      {orders?.length === 0 && <p className="text-sm text-muted">{t.orders.emptyTitle}</p>}
      <ul>
        {orders?.map((order) => (
          <OrderRow key={order.id} order={order} pet={petOf(order.petId)} />
        ))}
      </ul>
      {query.data?.cursors.next !== undefined && (
        <p className="text-sm text-muted">{customerPage.latestOrders(orders?.length ?? 0)}</p>
      )}
    </DrawerSection>
  );
};

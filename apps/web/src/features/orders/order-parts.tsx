import type { ExpandedOrder, Order } from "@petstore/contract/client";
import { Link } from "@tanstack/react-router";
import { ArrowRight, Ban, Ellipsis } from "lucide-react";
import { Button, IconButton } from "../../components/button";
import { Data, DataLine } from "../../components/data";
import { Hint } from "../../components/hint";
import { Menu } from "../../components/menu";
import { MenuItem } from "../../components/menu-parts";
import { PetFace } from "../../components/photo-image";
import { Skeleton } from "../../components/states";
import { t } from "../../texts";
import { customers } from "../../texts/customers";
import { useOrderSteps } from "./order-steps";
import type { ShownPets } from "./queries";

/** Opens the order. It is the first control of its row, so that Enter never changes anything. */
export const OrderNumber = ({ id }: Pick<Order, "id">) => (
  <Link
    data-row-main
    from="/orders"
    to="/orders"
    search={(search) => ({ ...search, open: id })}
    resetScroll={false}
    aria-label={t.orders.openOf(id)}
    className="inline-flex min-h-6 items-center text-sm font-medium tabular-nums underline-offset-2 hover:underline pointer-coarse:min-h-11"
  >
    {t.orders.number(id)}
  </Link>
);

/** Tells whether an order is open. An open order reserves its animal. */
export const isOpen = ({ status }: Order): boolean => status === "placed" || status === "approved";

type AnimalProps = {
  readonly order: Order;
  /** The animals of the orders; undefined while they are loading. */
  readonly pets: ShownPets;
};

const petOf = (pets: ShownPets, id: number) => (typeof pets === "object" ? pets.get(id) : undefined);

/** The first photo of the animal of an order. */
export const OrderFace = ({ order, pets, isLarge = false }: AnimalProps & { readonly isLarge?: boolean }) => (
  <PetFace photo={petOf(pets, order.petId)?.profile?.photos[0]} isLarge={isLarge} />
);

export const OrderAnimal = ({ order, pets }: AnimalProps) => {
  const pet = petOf(pets, order.petId);
  if (pet === undefined && typeof pets === "object" && !isOpen(order)) {
    return <span className="text-sm text-muted">{t.orders.deletedAnimal(order.petId)}</span>;
  }
  return (
    <Link
      to="/animals"
      search={{ open: order.petId }}
      className="flex min-h-6 min-w-0 flex-wrap content-center items-center gap-x-1.5 text-sm underline-offset-2 hover:underline pointer-coarse:min-h-11"
    >
      {pets === undefined && <Skeleton className="h-4 w-20" />}
      {pet !== undefined && <DataLine className="max-w-full">{pet.name}</DataLine>}
      <span className="text-muted">{t.orders.animalNumber(order.petId)}</span>
    </Link>
  );
};

export const OrderReference = ({ order: { reference } }: { readonly order: Order }) =>
  reference === null ? (
    <span title={t.orders.noReference} className="min-w-0 flex-1 basis-20 truncate text-sm text-muted">
      {t.orders.noReference}
    </span>
  ) : (
    <DataLine className="min-w-0 flex-1 basis-20 text-sm">{reference}</DataLine>
  );

/** Links to the customer, if the order was loaded together with its customer. */
export const OrderCustomer = ({ order: { customer } }: { readonly order: ExpandedOrder }) => {
  if (!customer) return <span className="sr-only">{customers.none}</span>;
  const name = <DataLine className="max-w-full">{customer.name}</DataLine>;
  const link = (
    <Link
      to="/customers"
      search={{ open: customer.id }}
      className="flex min-h-6 min-w-0 items-center text-sm underline-offset-2 hover:underline pointer-coarse:min-h-11"
    >
      {name}
    </Link>
  );
  return customer.email === null ? (
    link
  ) : (
    <Hint link={link} hint={<Data>{customer.email}</Data>}>
      {name}
    </Hint>
  );
};

/** Says in one place for whom an order is: its customer, or else its reference if it has one. */
export const OrderBuyer = ({ order }: { readonly order: ExpandedOrder }) =>
  order.customer || order.reference === null ? <OrderCustomer order={order} /> : <OrderReference order={order} />;

/** Shows what can be done with an open order: its next step as a button, and everything else in a menu. */
export const OrderActions = ({ order, pets }: { readonly order: Order; readonly pets: ShownPets }) => {
  const { approve, confirm, isBusy } = useOrderSteps();
  const { id, status, petId } = order;
  if (status === "delivered" || status === "cancelled") return null;
  const next = status === "placed" ? "approved" : "delivered";
  const name = petOf(pets, petId)?.name;
  const animal = name === undefined ? t.orders.animalNumber(petId) : t.orders.confirm.animal(name, petId);
  return (
    <div className="flex shrink-0 items-center gap-1">
      <Button
        isBusy={isBusy(order)}
        aria-label={t.orders.stepOf(next, id)}
        onClick={() => (next === "approved" ? approve(order) : confirm({ order, to: next, animal }))}
      >
        {t.orders.steps[next]}
        <ArrowRight aria-hidden size={16} />
      </Button>
      <Menu
        align="end"
        renderTrigger={(props) => (
          <IconButton {...props} label={t.orders.more(id)} disabled={isBusy(order)} className="text-muted">
            <Ellipsis aria-hidden size={16} />
          </IconButton>
        )}
      >
        <MenuItem
          isDanger
          icon={<Ban aria-hidden size={16} />}
          onSelect={() => confirm({ order, to: "cancelled", animal })}
        >
          {t.orders.cancelAsk}
        </MenuItem>
      </Menu>
    </div>
  );
};

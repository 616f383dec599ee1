import type { Order } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { FileText, Printer, ReceiptText } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Badge, statusTones } from "../../components/badge";
import { Button, IconButton } from "../../components/button";
import { Data, Moment } from "../../components/data";
import { Drawer } from "../../components/dialog";
import { DrawerSection } from "../../components/drawer-section";
import { EmptyState, LoadError, SkeletonRows } from "../../components/states";
import { PetWarnings } from "../../components/warnings";
import { warningsQuery } from "../../lib/pets/notes";
import { useShortcut } from "../../lib/page/shortcuts";
import { t } from "../../texts";
import { sale } from "../../texts/sale";
import { useSayOrderKept } from "./drafts";
import { OrderCustomerSection } from "./order-customer";
import { OrderNote } from "./order-note";
import { isOpen, OrderActions, OrderAnimal, OrderFace } from "./order-parts";
import { OrderPriceSection } from "./order-price";
import { OrderTimeline } from "./order-timeline";
import { orderQuery, petsQuery, shownPets, type ShownPets } from "./queries";

const OrderSheet = lazy(async () => ({ default: (await import("./order-sheet")).OrderSheet }));
const SaleSheet = lazy(async () => ({ default: (await import("./sale-sheet")).SaleSheet }));

const texts = t.orders.drawer;

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="grid items-center gap-x-4 border-b border-line py-2 last:border-b-0 sm:grid-cols-[8rem_1fr]">
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);

const Facts = ({ order, pets }: { readonly order: Order; readonly pets: ShownPets }) => (
  <dl className="text-sm">
    <Fact label={t.orders.columns.status}>
      <Badge tone={statusTones[order.status]}>{t.common.orderStatus[order.status]}</Badge>
    </Fact>
    <Fact label={t.orders.columns.animal}>
      <span className="flex items-center gap-3">
        <OrderFace order={order} pets={pets} isLarge />
        <OrderAnimal order={order} pets={pets} />
      </span>
    </Fact>
    {order.reference !== null && (
      <Fact label={t.orders.columns.reference}>
        <Data className="whitespace-pre-wrap">{order.reference}</Data>
      </Fact>
    )}
    <Fact label={t.orders.columns.placed}>
      <Moment at={order.createdAt} />
    </Fact>
  </dl>
);

type Printed = { readonly sheet: "order" | "contract" | "receipt"; readonly prints: number };

type PapersProps = { readonly order: Order; readonly onPrint: (sheet: Printed["sheet"]) => void };

/** Prints what the store and the customer sign. There is a receipt once the order is paid. */
const Papers = ({ order, onPrint }: PapersProps) => (
  <DrawerSection title={sale.papers}>
    <div className="flex flex-wrap gap-2">
      <Button icon={<FileText aria-hidden size={16} />} onClick={() => onPrint("contract")}>
        {sale.contract}
      </Button>
      {order.payment !== null && (
        <Button icon={<ReceiptText aria-hidden size={16} />} onClick={() => onPrint("receipt")}>
          {sale.receipt}
        </Button>
      )}
    </div>
  </DrawerSection>
);

/** Names the order and its animal, for the title of the document: "Order 7 · Bella". */
const titleOf = ({ id, petId }: Order, pets: ShownPets): string => {
  const pet = typeof pets === "object" ? pets.get(petId) : undefined;
  return pet === undefined ? texts.title(id) : t.common.openOn(texts.title(id), pet.name);
};

type OrderDrawerProps = { readonly id: number; readonly onClose: () => void };

/** The drawer of an order, with everything about the order and its next step. */
export const OrderDrawer = ({ id, onClose }: OrderDrawerProps) => {
  const sayKept = useSayOrderKept(id);
  const query = useQuery(orderQuery(id));
  const order = query.data;
  const pets = useQuery(petsQuery(order ? [order.petId] : []));
  const warnings = useQuery(warningsQuery(order ? [order.petId] : []));
  const [{ sheet, prints }, setPrinted] = useState<Printed>({ sheet: "order", prints: 0 });
  const printSheet = (next: Printed["sheet"]) => setPrinted({ sheet: next, prints: prints + 1 });
  const print = () => printSheet("order");
  // The browser's own shortcut would print before the photo is loaded.
  useShortcut("mod+p", t.print.action, print, { isEnabled: Boolean(order), inDialog: true });
  return (
    <Drawer
      isOpen
      onClose={() => {
        sayKept();
        onClose();
      }}
      title={texts.title(id)}
      name={order ? titleOf(order, shownPets(pets)) : undefined}
      {...(order && {
        tools: (
          <IconButton label={t.print.action} onClick={print}>
            <Printer aria-hidden size={18} />
          </IconButton>
        ),
      })}
      {...(order && isOpen(order) && { actions: <OrderActions order={order} pets={shownPets(pets)} /> })}
    >
      <div className="flex flex-col gap-4">
        <LoadError query={query} />
        {order === undefined && query.error === null && <SkeletonRows count={5} className="h-9" />}
        {order === null && <EmptyState title={texts.noneTitle(id)} detail={texts.none} />}
        {order && (
          <>
            <PetWarnings petId={order.petId} query={warnings} />
            <div className={prints > 0 ? "flex flex-col gap-4 print:hidden" : "flex flex-col gap-4"}>
              <Facts order={order} pets={shownPets(pets)} />
              <OrderPriceSection order={order} />
              <OrderCustomerSection order={order} />
              <OrderNote order={order} />
              <Papers order={order} onPrint={printSheet} />
              <OrderTimeline order={order} />
            </div>
            {prints > 0 && (
              <Suspense>
                {sheet === "order" ? (
                  <OrderSheet order={order} prints={prints} />
                ) : (
                  <SaleSheet key={sheet} kind={sheet} order={order} prints={prints} />
                )}
              </Suspense>
            )}
          </>
        )}
      </div>
    </Drawer>
  );
};

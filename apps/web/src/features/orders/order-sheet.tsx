import type { ExpandedPet, Order } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { Data } from "../../components/data";
import { Printed } from "../../components/page";
import { PhotoImage } from "../../components/photo-image";
import { LoadError } from "../../components/states";
import { formatMoney } from "../../lib/store/money";
import { sale } from "../../texts/sale";
import { paymentText } from "./order-price";
import { contactOf } from "../../lib/customers/customers";
import { useCategoryNames } from "../../lib/pets/categories";
import { formatMoment } from "../../lib/text/format";
import { printWithPhotos } from "../../lib/page/printing";
import { t } from "../../texts";
import { customers } from "../../texts/customers";
import { timesOf } from "./order-times";
import { onPaperQuery } from "./queries";

const texts = t.print.order;

const Line = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="grid grid-cols-[40mm_1fr] border-b border-line py-2">
    <dt>{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);

const Animal = ({ pet, petId }: { readonly pet: ExpandedPet | undefined; readonly petId: number }) => {
  const nameOf = useCategoryNames();
  if (pet === undefined) return t.orders.deletedAnimal(petId);
  const [photo] = pet.profile?.photos ?? [];
  return (
    <div className="flex items-start gap-[5mm]">
      {photo !== undefined && <PhotoImage photo={photo} alt="" sizes="400px" className="h-[50mm] w-[65mm]" />}
      <p>
        <Data className="block text-xl font-semibold">{pet.name}</Data>
        {t.print.number(pet.id)} · <Data>{nameOf(pet.categoryId)}</Data>
      </p>
    </div>
  );
};

type OrderSheetProps = {
  readonly order: Order;
  /** How often the person has asked to print. */
  readonly prints: number;
};

/** Prints an order on one page of paper. */
export const OrderSheet = ({ order, prints }: OrderSheetProps) => {
  const query = useQuery(onPaperQuery(order));
  const sheet = useRef<HTMLDivElement>(null);
  const printed = useRef(0);
  const isLoaded = query.data !== undefined;
  useEffect(() => {
    if (!isLoaded || sheet.current === null || printed.current === prints) return;
    printed.current = prints;
    void printWithPhotos(sheet.current);
  }, [isLoaded, prints]);
  return (
    <>
      <LoadError query={query} isInline />
      {query.data !== undefined && (
        <div ref={sheet} className="hidden break-inside-avoid print:block">
          <Printed hasAddress />
          <dl className="mt-[4mm]">
            <Line label={t.orders.columns.reference}>
              {order.reference === null ? t.orders.noReference : <Data>{order.reference}</Data>}
            </Line>
            {query.data.customer !== undefined && (
              <Line label={customers.label}>
                <Data className="block font-semibold">{query.data.customer.name}</Data>
                <Data className="block">{contactOf(query.data.customer)}</Data>
                {query.data.customer.address !== null && (
                  <Data className="block whitespace-pre-wrap">{query.data.customer.address}</Data>
                )}
              </Line>
            )}
            {order.price !== null && (
              <Line label={sale.price}>
                <Data>{formatMoney(order.price.amount, order.price.currency)}</Data> · {paymentText(order)}
              </Line>
            )}
            {(order.note ?? null) !== null && (
              <Line label={t.orders.drawer.note}>
                <Data className="whitespace-pre-wrap">{order.note}</Data>
              </Line>
            )}
            <Line label={texts.times}>
              {timesOf(order, query.data.events).map(({ status, at }) => (
                <p key={status} className={status === order.status ? "font-semibold" : ""}>
                  {t.common.orderStatus[status]} <time dateTime={at}>{formatMoment(at)}</time>
                </p>
              ))}
            </Line>
            <Line label={texts.animal}>
              <Animal pet={query.data.pet} petId={order.petId} />
            </Line>
          </dl>
          <div className="mt-[30mm] grid grid-cols-2 gap-[10mm]">
            {[texts.date, texts.signature].map((label) => (
              <p key={label} className="border-t border-[#000] pt-[2mm]">
                {label}
              </p>
            ))}
          </div>
        </div>
      )}
    </>
  );
};

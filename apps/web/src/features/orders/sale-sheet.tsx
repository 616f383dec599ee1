import type { Attribute, ExpandedPet, Order } from "@petstore/contract/client";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { Data } from "../../components/data";
import { PhotoImage } from "../../components/photo-image";
import { LoadError } from "../../components/states";
import { StoreLogo } from "../../components/store-logo";
import { contactOf } from "../../lib/customers/customers";
import { currencyOfUnit } from "../../lib/store/currency-of-unit";
import { printedAt, printWithPhotos } from "../../lib/page/printing";
import { useStore } from "../../lib/page/store";
import { showAttribute } from "../../lib/pets/attribute-types";
import { attributesQuery } from "../../lib/pets/attributes";
import { useCategoryNames } from "../../lib/pets/categories";
import { codeAttributes } from "@petstore/contract/schemas";
import { fillContract } from "../../lib/store/contract-text";
import { formatMoney } from "../../lib/store/money";
import { storeQuery } from "../../lib/store/store-query";
import { formatDate } from "../../lib/text/format";
import { t } from "../../texts";
import { sale } from "../../texts/sale";
import { paymentText } from "./order-price";
import { type OnPaper, onPaperQuery } from "./queries";

/** A line on which people write by hand what the store does not know. */
const BLANK = "_".repeat(24);

const isCode = ({ name }: Attribute): boolean => codeAttributes.includes(name);

/** The field for the price of the animal is left out, because the order has its own price. */
const isPrinted = (one: Attribute): boolean =>
  (one.isPublic || isCode(one)) && currencyOfUnit(one.unit, null) === undefined;

const Line = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="grid break-inside-avoid grid-cols-[40mm_1fr] border-b border-line py-1.5">
    <dt>{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);

const BlankLine = () => <span className="inline-block h-5 w-[90mm] border-b border-[#000] align-bottom" />;

type AnimalProps = {
  readonly petId: number;
  readonly pet: ExpandedPet | undefined;
  readonly attributes: readonly Attribute[];
};

/** The animal with its photo, its codes and what visitors may read about it. */
const Animal = ({ petId, pet, attributes }: AnimalProps) => {
  const nameOf = useCategoryNames();
  if (pet === undefined) return t.orders.deletedAnimal(petId);
  const [photo] = pet.profile?.photos ?? [];
  const values = pet.profile?.attributes ?? {};
  const known = attributes.filter((one) => isPrinted(one) && Object.hasOwn(values, one.name));
  return (
    <div className="flex items-start gap-[5mm]">
      {photo !== undefined && <PhotoImage photo={photo} alt="" sizes="400px" className="h-[45mm] w-[55mm]" />}
      <div className="min-w-0 flex-1">
        <Data className="block text-lg font-semibold">{pet.name}</Data>
        <p>
          <Data>{[t.print.number(pet.id), nameOf(pet.categoryId)].join(" · ")}</Data>
        </p>
        <ul className="text-sm">
          {(pet.profile?.externalId ?? null) !== null && (
            <li>
              <Data>{[t.attributes.details.externalId, pet.profile?.externalId].join(": ")}</Data>
            </li>
          )}
          {known.map((one) => (
            <li key={one.name}>
              <Data>{[one.label, showAttribute(one, values[one.name]).text].join(": ")}</Data>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
};

const Signatures = ({ of }: { readonly of: readonly string[] }) => (
  <div className="mt-[25mm] grid break-inside-avoid grid-cols-2 gap-[10mm]">
    {of.map((who) => (
      <p key={who} className="border-t border-[#000] pt-[2mm] text-sm">
        {sale.signedBy(who)}
      </p>
    ))}
  </div>
);

const Customer = ({ customer }: Pick<OnPaper, "customer">) =>
  customer === undefined ? (
    <BlankLine />
  ) : (
    <>
      <Data className="block font-semibold">{customer.name}</Data>
      <Data className="block">{contactOf(customer)}</Data>
      {customer.address !== null && <Data className="block whitespace-pre-wrap">{customer.address}</Data>}
    </>
  );

const Price = ({ price }: Pick<Order, "price">) =>
  price === null ? (
    <BlankLine />
  ) : (
    <Data className="font-semibold tabular-nums">{formatMoney(price.amount, price.currency)}</Data>
  );

type SaleSheetProps = {
  readonly kind: "contract" | "receipt";
  readonly order: Order;
  /** How often the person has asked to print. */
  readonly prints: number;
};

/** Prints the contract of a sale or the receipt of its payment. */
export const SaleSheet = ({ kind, order, prints }: SaleSheetProps) => {
  const query = useQuery(onPaperQuery(order));
  const store = useQuery(storeQuery);
  const attributes = useQuery(attributesQuery);
  const at = useStore(printedAt);
  const sheet = useRef<HTMLDivElement>(null);
  const printed = useRef(0);
  const isLoaded = query.data !== undefined && store.data !== undefined && attributes.data !== undefined;
  useEffect(() => {
    if (!isLoaded || sheet.current === null || printed.current === prints) return;
    printed.current = prints;
    void printWithPhotos(sheet.current);
  }, [isLoaded, prints]);
  const failed = [query, store, attributes].find(({ error }) => error !== null);
  if (query.data === undefined || store.data === undefined || attributes.data === undefined)
    return failed === undefined ? null : <LoadError query={failed} isInline />;
  const { pet, customer } = query.data;
  const { name, address, contractText } = store.data;
  const { price } = order;
  const isContract = kind === "contract";
  const facts = {
    animal: pet?.name ?? t.orders.animalNumber(order.petId),
    number: String(order.petId),
    customer: customer?.name ?? BLANK,
    price: price === null ? BLANK : formatMoney(price.amount, price.currency),
    date: formatDate(at),
    store: name ?? BLANK,
  };
  return (
    <div ref={sheet} className="hidden print:block">
      <StoreLogo className="mb-[3mm] h-[18mm] max-w-[60mm]" />
      <h2 className="text-xl font-semibold">
        {isContract ? sale.contractTitle(order.id) : sale.receiptTitle(order.id)}
      </h2>
      <p className="text-sm">{facts.date}</p>
      <dl className="mt-[4mm]">
        <Line label={sale.seller}>
          {name === null ? <BlankLine /> : <Data className="block font-semibold">{name}</Data>}
          {address !== null && <Data className="block whitespace-pre-wrap">{address}</Data>}
        </Line>
        <Line label={isContract ? sale.buyer : sale.received}>
          <Customer customer={customer} />
        </Line>
        <Line label={sale.animal}>
          <Animal petId={order.petId} pet={pet} attributes={attributes.data} />
        </Line>
        <Line label={isContract ? sale.price : sale.amount}>
          <Price price={price} />
        </Line>
        {(price !== null || !isContract) && <Line label={sale.payment}>{paymentText(order)}</Line>}
      </dl>
      {isContract && (
        <Data className="mt-[6mm] block whitespace-pre-wrap wrap-anywhere">
          {fillContract(contractText ?? sale.usual, facts)}
        </Data>
      )}
      <Signatures of={isContract ? [sale.seller, sale.buyer] : [sale.seller]} />
    </div>
  );
};

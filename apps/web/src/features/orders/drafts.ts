import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import type { FormTexts } from "../../components/contract-form";
import { customerQuery } from "../../lib/customers/customers";
import { draftsOf } from "../../lib/page/drafts";
import { t } from "../../texts";
import type { Chosen } from "./customer-chooser";

const Texts = z.record(z.string(), z.string());

/** A known customer is stored only by the number. The browser stores no personal data except what the person typed. */
const Customer = z.union([z.object({ knownId: z.number() }), z.object({ newName: z.string() })]);

/** The draft of an order: its animal, its customer and the texts of the form. */
export type OrderDraft = {
  readonly petId?: number | null | undefined;
  readonly customer?: z.infer<typeof Customer> | undefined;
  readonly texts?: FormTexts | undefined;
};

const Order = z.object({
  petId: z.number().nullable().optional(),
  customer: Customer.optional(),
  texts: Texts.optional(),
});

/** The draft of a new order. There is one for each animal that the dialog was opened for. */
export const useNewOrderDraft = draftsOf<OrderDraft>("newOrders", Order);

/** The draft of an order's customer. */
export const useOrderCustomerDraft = draftsOf<OrderDraft>("orderCustomers", Order);

/** The draft of an order's note. */
export const useOrderNoteDraft = draftsOf<{ readonly text: string }>("orderNotes", z.object({ text: z.string() }));

/** The draft of an order's price or of its payment. */
export type OrderSaleDraft = { readonly form: "price" | "payment"; readonly texts: FormTexts };

export const useOrderSaleDraft = draftsOf<OrderSaleDraft>(
  "orderSales",
  z.object({ form: z.enum(["price", "payment"]), texts: Texts }),
);

/** Announces, when the drawer of an order closes, that its drafts are kept. */
export const useSayOrderKept = (id: number) => {
  const drafts = [useOrderCustomerDraft(id), useOrderSaleDraft(id), useOrderNoteDraft(id)];
  return (): void => {
    const typed = drafts.find((draft) => draft.now() !== undefined);
    typed?.sayKept(t.orders.drawer.draftKept(id));
  };
};

export const keptCustomer = (chosen: Chosen): OrderDraft["customer"] =>
  chosen !== undefined && "knownId" in chosen ? { knownId: chosen.knownId } : chosen;

/** Returns the customer of a draft; undefined if they have been erased. */
export const useDraftCustomer = (customer: OrderDraft["customer"]): Chosen => {
  const isKnown = customer !== undefined && "knownId" in customer;
  const { data } = useQuery(customerQuery(isKnown ? customer.knownId : undefined));
  if (!isKnown) return customer;
  return data === null ? undefined : { knownId: customer.knownId, known: data };
};

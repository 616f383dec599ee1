import * as z from "zod";
import { paid } from "../examples.js";
import { moment, PastMoment } from "../http/moments.js";
import { oneOf, rule } from "../http/rules.js";

/** How a customer has paid. */
export const PaymentMeans = oneOf(["cash", "card", "transfer", "other"]).meta({
  id: "PaymentMeans",
  description: "How the customer has paid.",
  examples: [paid.means],
});
/** See the schema of the same name. */
export type PaymentMeans = z.infer<typeof PaymentMeans>;

const ofTime = { description: "When the customer has paid.", examples: [paid.paidAt] };

/** The payment of the whole price of an order, in a request. */
export const GivenPayment = z
  .strictObject(
    { paidAt: PastMoment.meta(ofTime), means: PaymentMeans },
    rule("must be a JSON object with paidAt and means"),
  )
  .meta({ id: "GivenPayment", description: "The payment of the whole price, in a request.", examples: [paid] });

/** The payment of the whole price of an order. */
export const Payment = z
  .strictObject({ paidAt: moment.meta(ofTime), means: PaymentMeans })
  .meta({ id: "Payment", description: "The payment of the whole price of an order.", examples: [paid] });
/** See the schema of the same name. */
export type Payment = z.infer<typeof Payment>;

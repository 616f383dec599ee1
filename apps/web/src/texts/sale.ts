import { catalogue } from "./catalogue";

/** These texts are not a part of `t`, because the first page does not need them. */
const texts = {
  title: "Price and payment",
  price: "Price",
  currency: "Currency",
  noPrice: "No price",
  open: "Open",
  paid: "Paid",
  paidOn: (date: string, means: string) => `Paid on ${date}: ${means}`,
  add: "Add price",
  markPaid: "Mark as paid",
  reopen: "Mark as open",
  date: "Paid on",
  means: "Paid by",
  priceSaved: (id: number) => `Price of order ${id} saved`,
  paidSaved: (id: number) => `Order ${id} is paid`,
  openSaved: (id: number) => `The payment of order ${id} is open`,
  sum: (sum: string) => `Together ${sum}`,
  papers: "To print",
  contract: "Contract",
  receipt: "Receipt",
  contractTitle: (id: number) => `Contract of sale, order ${id}`,
  receiptTitle: (id: number) => `Receipt, order ${id}`,
  seller: "Seller",
  buyer: "Buyer",
  animal: "Animal",
  payment: "Payment",
  received: "Received from",
  amount: "Amount",
  signedBy: (who: string) => `Place, date, signature: ${who}`,
  usual:
    "{store} sells the animal {animal} (number {number}) to {customer} for {price}.\n\nThe buyer has seen the animal and has been told what is known about its health, its character and its needs. The buyer will keep it as its species needs and as the law demands.\n\nThe animal belongs to the buyer once the price is paid and the animal has been handed over.\n\nDate of the contract: {date}",
};

export const { sale } = catalogue({ sale: texts });

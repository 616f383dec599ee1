import { catalogue } from "./catalogue";
import { plural } from "./numbers";

/** The texts of the page of customers. They are not a part of `t`, because the first page does not need them. */
const texts = {
  title: "Customers",
  description: "Everyone who has ordered, or is about to.",
  new: "New customer",
  empty: "No customers yet",
  emptyDetail: "Add one here, or together with an order.",
  search: "Search customers",
  searchHint: "Name, e-mail or telephone",
  noMatch: "No customer matches",
  noMatchDetail: "No customer has this text in the name, e-mail address or telephone number.",
  shown: (count: number) => `${plural(count, "customer", "customers")} on this page`,
  changed: "Last changed",
  allOrders: "All orders",
  latestOrders: (count: number) => `These are the latest ${count} orders.`,
  create: {
    description: "A customer needs only a name. An order can follow at any time.",
    done: (name: string) => `Added ${name}`,
    noUndo: "An added customer can be erased by a manager or an owner.",
    openOther: (name: string) => `Open ${name}`,
    openTaken: "Open this customer",
  },
};

export const { customerPage } = catalogue({ customerPage: texts });

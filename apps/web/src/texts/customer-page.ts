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
  same: {
    title: "Possibly the same person",
    name: "Same name",
    phone: "Same telephone number with another prefix",
    merge: "Merge",
    mergeWith: (name: string) => `Merge with ${name}`,
    newest: (count: number) => `Only the newest ${count} are listed.`,
  },
  merge: {
    title: "Merge two customers",
    noUndo: "A merge cannot be undone.",
    orders: (count: number, hasMore: boolean) => {
      if (count === 0) return "One of the two stays. The other has no orders, and is deleted.";
      const orders = hasMore ? `more than ${count} orders` : plural(count, "order", "orders");
      return `One of the two stays and gets ${orders} of the other, who is deleted.`;
    },
    field: "Field",
    stays: "Stays",
    lost: "Is lost",
    swap: "Keep the other one",
    submit: "Merge",
    moved: (count: number) => `Moved ${plural(count, "order", "orders")}`,
    done: (name: string, count: number) =>
      count === 0 ? `Merged into ${name}` : `Merged into ${name}, who got ${plural(count, "order", "orders")}`,
  },
};

export const { customerPage } = catalogue({ customerPage: texts });

import { catalogue } from "./catalogue";
import { plural } from "./numbers";

/** These texts are not a part of `t`, because the first page does not need them. */
const texts = {
  label: "Customer",
  none: "No customer",
  add: "Add customer",
  change: "Change",
  hint: "Search by name, e-mail or telephone",
  help: "Type three letters to find a customer.",
  addNew: (name: string) => `Add “${name}”`,
  addUnnamed: "Add a new customer",
  notChosen: (name: string) =>
    `Choose “${name}” from the list or add them, or clear the search to place the order without a customer.`,
  search: "Search again",
  chooseOther: (name: string) => `Choose ${name}`,
  found: (name: string) => `This belongs to ${name}. Is it the same person?`,
  fields: { name: "Name", email: "E-mail", phone: "Telephone", address: "Address" },
  saved: (name: string) => `Saved ${name}`,
  gone: "There is no such customer",
  goneDetail: "They may have been erased.",
  since: "Known since",
  export: "Export",
  exportFile: (id: number) => `customer-${id}.json`,
  erase: "Erase…",
  eraseTitle: (name: string) => `Erase ${name}?`,
  eraseDetail: (orders: string) =>
    `The name, e-mail address, telephone number and postal address will be erased, and so will the notes of ${orders}. The orders stay, without a customer. This cannot be undone.`,
  eraseOrders: (count: number, hasMore: boolean) =>
    count === 0 ? "their orders" : `their ${hasMore ? "orders" : plural(count, "order", "orders")}`,
  eraseSubmit: "Erase",
  erased: (name: string) => `${name} is erased`,
  noUndo: "An erased customer is gone from the store.",
};

export const { customers } = catalogue({ customers: texts });

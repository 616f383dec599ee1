import type { Customer } from "@petstore/contract/client";
import { Data, Moment } from "../../components/data";
import { type Column, ResourceList } from "../../components/resource-list";
import { contactOf } from "../../lib/customers/customers";
import { customerPage } from "../../texts/customer-page";
import { customers } from "../../texts/customers";
import { usualPage } from "../../texts/usual-page";

const { fields } = customers;

const shown = (text: string | null) => (text === null ? "–" : <Data className="wrap-anywhere">{text}</Data>);

const columns: readonly Column<Customer>[] = [
  { label: fields.email, cell: ({ email }) => shown(email) },
  { label: fields.phone, cell: ({ phone }) => shown(phone), className: "min-w-44" },
  { label: customerPage.changed, cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
];

/** How to reach a customer, on the phone. */
const contact = (customer: Customer) =>
  contactOf(customer) !== "" && <Data className="wrap-anywhere text-muted">{contactOf(customer)}</Data>;

/** Lists customers with how to reach them. */
export const CustomerList = ({ rows }: { readonly rows: readonly Customer[] }) => (
  <ResourceList
    rows={rows}
    texts={{ title: customerPage.title, ...usualPage }}
    to="/customers"
    name={{ label: fields.name, of: ({ name }) => name }}
    columns={columns}
    cardDetail={contact}
  />
);

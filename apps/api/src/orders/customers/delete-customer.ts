import type { contract } from "@petstore/contract/routes";
import { checkRecentProof } from "../../credentials/recent-proof.js";
import { queryOf } from "../../database/query.js";
import { deletionOf } from "../../operation/audit-trail.js";
import type { Operation } from "../../operation/operation.js";
import type { CustomerResource } from "./customer-resource.js";
import { recordedCustomer } from "./customer-table.js";
import { eraseCustomers } from "./erase-customers.js";

export const deleteCustomer =
  (customers: CustomerResource): Operation<typeof contract.customers.deleteCustomer> =>
  async (request, { tx, caller, record }) => {
    const { one: customer } = await customers.lock(tx, request, "deletion");
    await checkRecentProof(queryOf(tx), caller);
    for (const entry of await eraseCustomers(tx, [customer.id])) record(entry);
    record(deletionOf("customer", recordedCustomer(customer)));
    return { status: 204, body: undefined };
  };

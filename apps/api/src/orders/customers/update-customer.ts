import type { contract } from "@petstore/contract/routes";
import { queryOf } from "../../database/query.js";
import type { Operation } from "../../operation/operation.js";
import type { CustomerResource } from "./customer-resource.js";
import { withoutPersonalData } from "./customer-table.js";
import { findTaken } from "./take-customers.js";

export const updateCustomer =
  (customers: CustomerResource): Operation<typeof contract.customers.updateCustomer> =>
  async (request, context) => {
    const locked = await customers.lock(context.tx, request, "update");
    const taken = await findTaken(queryOf(context.tx), "body", request.body, request.params.customerId);
    if (taken !== undefined) throw taken;
    return customers.change(locked, request.body, { ...context, record: withoutPersonalData(context.record) });
  };

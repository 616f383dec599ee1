import type { contract } from "@petstore/contract/routes";
import { queryOf } from "../../database/query.js";
import { creationOf } from "../../operation/audit-trail.js";
import type { Operation } from "../../operation/operation.js";
import { created } from "../../operation/resource-answers.js";
import { recordedCustomer } from "./customer-table.js";
import { addCustomer } from "./take-customers.js";

export const createCustomer =
  (): Operation<typeof contract.customers.createCustomer> =>
  async ({ body }, { tx, record }) => {
    const customer = await addCustomer(queryOf(tx), body);
    record(creationOf("customer", recordedCustomer(customer)));
    return created("/customers", customer);
  };

import { Customer } from "@petstore/contract/routes";
import { resource, type ResourceDeps } from "../../operation/resource.js";

export const customerResource = (deps: ResourceDeps) =>
  resource(deps, { kind: "customer", model: "customer", path: "/customers", schema: Customer, touched: "updatedAt" });

export type CustomerResource = ReturnType<typeof customerResource>;

import { Attribute } from "@petstore/contract/routes";
import { seenBy } from "../../credentials/scopes.js";
import { resource, type ResourceDeps } from "../../operation/resource.js";
import { attributeRows } from "./attribute-rows.js";

export const attributeResource = (deps: ResourceDeps) =>
  resource(deps, {
    kind: "attribute",
    model: "attribute",
    delegate: attributeRows,
    path: "/attributes",
    schema: Attribute,
    order: ["position", "id"],
    touched: "updatedAt",
    seenBy: (reader) => (seenBy(reader) === "all" ? {} : { isPublic: true }),
  });

export type AttributeResource = ReturnType<typeof attributeResource>;
